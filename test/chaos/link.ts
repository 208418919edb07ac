import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A TCP proxy in front of a process or server, which can delay or cut what passes. */
export class Link {
  /** Delay of everything that passes, in each direction, in ms. */
  delayMs = 0;
  readonly port: number;
  readonly #server: net.Server;
  readonly #sockets = new Set<net.Socket>();
  #isCut = false;

  private constructor(server: net.Server, targetPort: number) {
    this.#server = server;
    this.port = (server.address() as net.AddressInfo).port;
    server.on('connection', (inbound: net.Socket) => this.#connect(inbound, targetPort));
  }

  /** Opens a proxy to a port of this machine. */
  static async to(targetPort: number): Promise<Link> {
    const server = net.createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new Link(server, targetPort);
  }

  /** Closes all connections and refuses others until `restore`. */
  cut(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  restore(): void {
    this.#isCut = false;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }

  #connect(inbound: net.Socket, targetPort: number): void {
    if (this.#isCut) return void inbound.destroy();
    const outbound = net.connect(targetPort, '127.0.0.1');
    const ends = [inbound, outbound] as const;
    for (const [index, socket] of ends.entries()) {
      const other = ends[1 - index]!;
      this.#sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
      void this.#pass(socket, other);
    }
  }

  async #pass(from: net.Socket, to: net.Socket): Promise<void> {
    try {
      for await (const chunk of from) {
        if (this.delayMs > 0) await sleep(this.delayMs);
        if (!to.write(chunk as Buffer)) await once(to, 'drain');
      }
      to.end();
    } catch {
      to.destroy();
    }
  }
}
