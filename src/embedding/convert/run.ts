import { convertModel } from "./convert.ts";

/** What the build runs: the package's folder, the folder to make, the notice to put there; `--float` for the float model too. */
const [packageFolder, modelFolder, notice] = process.argv.slice(2).filter((word) => word !== "--float");
if (packageFolder === undefined || modelFolder === undefined || notice === undefined)
	throw new TypeError("run PACKAGE MODEL NOTICE [--float]");
convertModel(packageFolder, modelFolder, notice, process.argv.includes("--float"));
