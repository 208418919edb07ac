import http2, { type ClientHttp2Session } from 'node:http2';

type PingCallback = (error: Error | null, durationMs: number, payload: Buffer) => void;

/**
 * Lets the calls of closing connections end, for every client of this process. A server closes connections of a certain age
 * (GRPC_MAX_CONNECTION_AGE_MS): it takes no more calls on them, and ends the running ones. Node.js sends no ping on such a connection;
 * grpc-js takes that for a failure, and drops the connection with its calls. With this, such a ping succeeds at once.
 */
export function skipPingsOfClosingSessions(): void {
  // grpc-js offers no other way to its connections.
  const connect = http2.connect.bind(http2) as (...args: unknown[]) => ClientHttp2Session;
  http2.connect = (...args: unknown[]) => skipPingsWhileClosing(connect(...args));
}

function skipPingsWhileClosing(session: ClientHttp2Session): ClientHttp2Session {
  const ping = session.ping.bind(session) as (...args: unknown[]) => boolean;
  session.ping = (...args: unknown[]): boolean => {
    if (!session.closed || session.destroyed) return ping(...args);
    const answered = args.at(-1) as PingCallback;
    process.nextTick(answered, null, 0, Buffer.alloc(8));
    return true;
  };
  return session;
}
