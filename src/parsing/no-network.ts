import { Socket as DatagramSocket } from "node:dgram";
import { Socket } from "node:net";

/** Takes the network from this process, for good: no file may make its parser fetch or tell anything. Pipes that are open stay. */
export function leaveNetwork(): void {
	const refuse = () => {
		throw new Error("files are read without network");
	};
	Socket.prototype.connect = refuse;
	DatagramSocket.prototype.send = refuse;
	DatagramSocket.prototype.connect = refuse;
	globalThis.fetch = refuse;
}
