import http2, { type ClientHttp2Session } from 'node:http2';
import { afterOwnTime } from '../own-time.ts';

/** Time within which a peer answers a ping, in ms of this process's own time. */
const ANSWER_MS = 2_000;

type PingCallback = (error: Error | null, durationMs: number, payload: Buffer) => void;

/**
 * Changes the pings of every client of this process, by which grpc-js finds connections whose peer hangs, in two ways:
 *
 * - A ping fails without an answer in time, whereas the time limit of grpc-js also ends while this process is the one that is stopped.
 * - A ping on a closing connection succeeds at once. A server closes connections of a certain age (GRPC_MAX_CONNECTION_AGE_MS): it takes
 *   no more calls on them, and ends the running ones. Node.js sends no ping on such a connection; grpc-js takes that for a failure, and
 *   would drop the connection with its calls.
 */
export function supervisePings(): void {
  // grpc-js offers no other way to its connections.
  const connect = http2.connect.bind(http2) as (...args: unknown[]) => ClientHttp2Session;
  http2.connect = (...args: unknown[]) => withSupervisedPings(connect(...args));
}

function withSupervisedPings(session: ClientHttp2Session): ClientHttp2Session {
  const ping = session.ping.bind(session) as (answered: PingCallback) => boolean;
  session.ping = (...args: unknown[]): boolean => {
    let answered = args.at(-1) as PingCallback | undefined;
    const end: PingCallback = (...result) => {
      stop();
      answered?.(...result);
      answered = undefined;
    };
    const stop = afterOwnTime(ANSWER_MS, () => end(new Error('no answer'), ANSWER_MS, Buffer.alloc(0)));
    if (session.closed && !session.destroyed) {
      process.nextTick(end, null, 0, Buffer.alloc(0));
      return true;
    }
    const isSent = !session.destroyed && ping(end);
    if (!isSent) stop();
    return isSent;
  };
  return session;
}
