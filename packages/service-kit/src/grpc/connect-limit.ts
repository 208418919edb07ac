import { setTimeout as sleep } from 'node:timers/promises';
import { Http2SubchannelConnector } from '@grpc/grpc-js/build/src/transport.js';

/** Time limit of a connection, with its TLS and HTTP/2 handshakes, in ms. */
const CONNECT_MS = 5_000;

/**
 * Has every client of this process give up a connection that is not made in time, and make another one. grpc-js has no such limit, and
 * the kernel tries again after ever longer pauses, of up to a minute: calls to a peer whose packets were dropped for a while, as by a
 * NetworkPolicy, would fail for about as long again.
 */
export function limitConnecting(): void {
  // grpc-js offers no other way to its connections.
  const connector = Http2SubchannelConnector.prototype;
  const connect = Reflect.get(connector, 'connect');
  connector.connect = async function (...args) {
    const connecting = connect.apply(this, args);
    const connected = await Promise.race([connecting, sleep(CONNECT_MS, undefined, { ref: false })]);
    if (connected !== undefined) return connected;
    connecting.then(
      (transport) => transport.shutdown(),
      () => undefined,
    );
    throw new Error(`no connection within ${CONNECT_MS} ms`);
  };
}
