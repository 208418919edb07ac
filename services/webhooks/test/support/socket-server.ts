import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:tls';
import type { TestCa } from './receiver.ts';

/** A TLS server whose answers are bytes of its own choice, valid HTTP or not. */
export interface SocketServer {
  url: string;
  /** Sockets that are open. */
  open: Set<Socket>;
  close(): Promise<void>;
}

/** @param talk told each connection once the request's first bytes are there */
export async function startSocketServer(
  { key, cert }: TestCa,
  talk: (socket: Socket) => void,
): Promise<SocketServer> {
  const open = new Set<Socket>();
  const server = createServer({ key, cert }, (socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
    socket.once('data', () => talk(socket));
    socket.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://localhost:${(server.address() as AddressInfo).port}/`,
    open,
    async close() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
