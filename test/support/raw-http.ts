import { connect, type Socket } from 'node:net';

/** A raw TCP connection to an HTTP server. */
export class RawConnection {
  /** Everything received so far. */
  text = '';
  /** Resolves when the connection is closed, for whatever reason. */
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
    // A reset counts as closed.
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

  /** Resolves when the received text matches; rejects when the connection is closed before that. */
  async until(pattern: RegExp): Promise<void> {
    while (!pattern.test(this.text)) {
      if (this.socket.closed) throw new Error(`closed after: ${this.text}`);
      await new Promise<void>((resolve) => (this.#news = resolve));
    }
  }

  /** Sends the bytes and resolves with everything received until the server closes the connection. */
  static async exchange(origin: string, bytes: string | Buffer): Promise<RawAnswer> {
    const connection = new RawConnection(origin);
    connection.send(bytes);
    await connection.closed;
    return parseRaw(connection.text);
  }
}

/** A response as received. */
export interface RawAnswer {
  status: number;
  headers: Headers;
  text: string;
}

/** The first response in the received text; status 0 when there is none. */
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
