import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:tls';
import type { TestCa } from '@commerce/service-kit/testing/ca.ts';

/** TLS server that responds with arbitrary bytes, valid HTTP or not. */
export interface SocketServer {
  url: string;
  /** The open sockets. */
  open: Set<Socket>;
  close(): Promise<void>;
}

/** @param talk called with each connection when the first bytes of the request arrive */
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
