// Everything that must be green before a commit, in one command for people and CI: format, lint, types, walls, dead code,
// generated files, tests.
import { spawnSync } from "node:child_process";

const steps = [
	["generated files", "npm", ["run", "-s", "generate", "--", "--check"]],
	["format and lint", "npx", ["biome", "ci", "."]],
	["types", "npx", ["tsc", "--noEmit"]],
	["walls", "npx", ["depcruise", "src", "--config", ".dependency-cruiser.mjs"]],
	["dead code", "npx", ["knip"]],
	["dead code in production", "npx", ["knip", "--production"]],
	["tests", "npm", ["test", "-s"]],
];
for (const [name, command, args] of steps) {
	console.log(`— ${name}`);
	const { status } = spawnSync(command, args, { stdio: "inherit", shell: process.platform === "win32" });
	if (status !== 0) {
		console.error(`\n${name}: not clean.`);
		process.exit(1);
	}
}
