import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';

/** Secrets that sign an attempt. */
export interface SigningSecrets {
  /** The whole secret, including `whsec_`. */
  current: string;
  /** The secret before the last rotation, for 24 hours. */
  previous?: string | undefined;
}

/**
 * Signature of the contract (section 6, "Signature verification"): keyed by the whole secret, over `timestamp.body`.
 */
export function contractSignature(secret: string, timestamp: number, body: Uint8Array): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`;
}

/** Signatures of Standard Webhooks, one for each secret: keyed by its decoded bytes, over `id.timestamp.body`. */
export function standardSignatures(
  { current, previous }: SigningSecrets,
  id: string,
  timestamp: number,
  body: Uint8Array,
): string {
  const sign = (secret: string): string => {
    // A key of bytes takes five times as long.
    const hmac = createHmac('sha256', secret.slice(PREFIX.length), { encoding: 'base64' });
    return `v1,${hmac.update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
  };
  return previous === undefined ? sign(current) : `${sign(current)} ${sign(previous)}`;
}
