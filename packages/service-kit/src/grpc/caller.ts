import type { PeerCertificate } from 'node:tls';
import type { ServerUnaryCall } from '@grpc/grpc-js';

type Call = ServerUnaryCall<unknown, unknown>;

const namesByConnection = new WeakMap<object, string[]>();

/**
 * The names in the certificate of whoever makes a call. They are read once per connection: OpenSSL takes 0.2 ms to tell a
 * certificate, which is as much as a whole call.
 */
export function callerNames(call: Call): string[] {
  const connection = connectionOf(call);
  const known = connection && namesByConnection.get(connection);
  if (known) return known;
  const names = namesOf(call.getAuthContext().sslPeerCertificate);
  if (connection) namesByConnection.set(connection, names);
  return names;
}

/** The HTTP/2 session of a call, which grpc-js keeps to itself; where it is not found, nothing is remembered. */
function connectionOf(call: Call): object | undefined {
  const inside = call as { call?: { stream?: { session?: object } } };
  return inside.call?.stream?.session;
}

/**
 * The names that a certificate gives its owner: its DNS names, and the last part of its URIs, so that both `gateway` and
 * `spiffe://example.org/commerce/gateway` name the gateway.
 */
export function namesOf(certificate: PeerCertificate | undefined): string[] {
  const names = certificate?.subjectaltname ?? '';
  // Node quotes what a name could be mistaken by; none of ours needs that.
  if (names.includes('"')) return [];
  return names.split(', ').flatMap((entry) => {
    if (entry.startsWith('DNS:')) return [entry.slice('DNS:'.length)];
    if (entry.startsWith('URI:')) return [entry.slice(entry.lastIndexOf('/') + 1)];
    return [];
  });
}
