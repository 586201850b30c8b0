import { getSystemErrorName } from "node:util";
import { UtopiaError } from "../errors.ts";

interface Refused {
	readonly code?: unknown;
	readonly syscall?: string;
	readonly path?: string;
	readonly address?: string;
	readonly hostname?: string;
	readonly port?: number;
}

type Sentence = (refused: Refused) => string;

const at = ({ address, hostname, port }: Refused) =>
	`${hostname ?? address ?? "that address"}${port === undefined ? "" : `:${port}`}`;
const place = ({ path }: Refused) => path?.replace(/[\\/]lock\.\d+$/, "") ?? "the data folder";

const ADDRESS: Readonly<Record<string, Sentence>> = {
	EADDRINUSE: (refused) =>
		`Another program listens on ${at(refused)}; stop it or take another port with --port`,
	EADDRNOTAVAIL: (refused) => `This machine has no address ${at(refused)}; name one of its own with --host`,
	ENOTFOUND: (refused) =>
		`No address is known for the name ${at(refused)}; name one of this machine with --host`,
	EAI_AGAIN: (refused) => `The name ${at(refused)} cannot be looked up now; give an address with --host`,
	EINVAL: (refused) => `${at(refused)} cannot be listened on; name an address of this machine with --host`,
	EACCES: (refused) => `This user may not listen on ${at(refused)}; take a port above 1023 with --port`,
};

const isAFile: Sentence = (refused) =>
	`A folder is needed at ${place(refused)}, and there is a file in the way; name another folder`;
const mayNot: Sentence = (refused) =>
	`This user may not use ${place(refused)}; change its rights or name another place`;
const noRoom: Sentence = (refused) =>
	`The disk has no room left${refused.path === undefined ? "" : ` for ${refused.path}`}; make room on it`;

const PATH: Readonly<Record<string, Sentence>> = {
	EEXIST: isAFile,
	ENOTDIR: isAFile,
	EISDIR: (refused) => `A file is needed at ${place(refused)}, and there is a folder`,
	ENOENT: (refused) =>
		`${place(refused)} is not there and cannot be made; see whether the path is right and its disk can be written`,
	EROFS: (refused) => `${place(refused)} lies on a disk that is mounted read-only; name another place`,
	EACCES: mayNot,
	EPERM: mayNot,
	ENOSPC: noRoom,
	EDQUOT: noRoom,
	EIO: (refused) => `The disk refused to read or write ${place(refused)}; see whether it is full or failing`,
	EMFILE: () => "This user may open no more files; raise the limit (ulimit -n)",
};

/** What the machine refused (an address, a path, room on the disk) as an error of ours; anything else as it is. */
export function machineRefusal(error: unknown): unknown {
	if (error instanceof UtopiaError || !(error instanceof Error)) return error;
	const refused: Refused = error as Error & Refused;
	const isAddress =
		refused.syscall === "listen" || refused.syscall === "bind" || refused.syscall === "getaddrinfo";
	const sentence = (isAddress ? ADDRESS : PATH)[nameOf(refused.code)];
	if (sentence === undefined) return error;
	const message = sentence(refused);
	if (isAddress) return new UtopiaError("UTOPIA_ADDRESS_UNAVAILABLE", message, {}, { cause: error });
	return new UtopiaError("UTOPIA_PATH_UNUSABLE", message, {}, { cause: error });
}

/** Node names the code, the journal's library numbers it. */
function nameOf(code: unknown): string {
	if (typeof code === "string") return code;
	return typeof code === "number" && code > 0 ? getSystemErrorName(-code) : "";
}
