import type { PeerCertificate } from 'node:tls';

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
