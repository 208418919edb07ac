import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Relays connections to a server, which can be lost with and without being closed. @param to URL of the server */
export async function startRelay(to: string) {
  const url = new URL(to);
  const [host, port] = [url.hostname, Number(url.port)];
  const sockets = new Set<Socket>();
  let isLossy = false;
  const server = createServer((inbound) => {
    const outbound = connect(port, host);
    for (const [from, other] of [
      [inbound, outbound],
      [outbound, inbound],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('data', (chunk) => void (isLossy || other.write(chunk)));
      from.on('close', () => void (isLossy || other.destroy()));
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const closeConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  url.port = String((server.address() as AddressInfo).port);
  return {
    /** The server's URL, through the relay. */
    url: url.href,
    /** Loses everything from now on, without closing a connection. */
    lose: () => (isLossy = true),
    restore: () => (isLossy = false),
    closeConnections,
    close() {
      closeConnections();
      server.close();
    },
  };
}
