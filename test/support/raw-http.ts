import { connect, type Socket } from 'node:net';

/** A connection whose bytes the test writes itself. */
export class RawConnection {
  /** All that came back so far. */
  text = '';
  /** Resolves when the connection is closed, however that came about. */
  readonly closed: Promise<void>;
  readonly socket: Socket;
  #news: (() => void) | undefined;

  /** @param origin of the server, e.g. `http://127.0.0.1:4000` */
  constructor(origin: string) {
    const { hostname, port } = new URL(origin);
    this.socket = connect(Number(port), hostname);
    this.socket.setEncoding('utf8');
    this.socket.on('data', (data: string) => {
      this.text += data;
      this.#news?.();
    });
    // A reset is a way to be closed, and is told as such.
    this.socket.on('error', () => undefined);
    this.closed = new Promise((resolve) => {
      this.socket.once('close', () => {
        resolve();
        this.#news?.();
      });
    });
  }

  send(bytes: string | Buffer): void {
    this.socket.write(bytes);
  }

  /** Resolves when what came back matches; fails when the connection is closed before that. */
  async until(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.text)) {
      if (this.socket.closed) throw new Error(`closed after: ${this.text}`);
      await new Promise<void>((resolve) => (this.#news = resolve));
    }
  }

  /** Sends these bytes and resolves with all that came back until the server closed the connection. */
  static async exchange(origin: string, bytes: string | Buffer): Promise<RawAnswer> {
    const connection = new RawConnection(origin);
    connection.send(bytes);
    await connection.closed;
    return parseRaw(connection.text);
  }
}

/** An answer as it came over the wire. */
export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** The first answer in what came back; status 0 when there is none. */
export function parseRaw(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = text.slice(0, Math.max(end, 0)).split('\r\n');
  const headers = new Headers();
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1] ?? 0);
  return { status, headers, text: end === -1 ? '' : text.slice(end + 4) };
}
