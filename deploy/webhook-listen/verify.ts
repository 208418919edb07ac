import { createHmac, timingSafeEqual } from 'node:crypto';

const TOLERANCE_S = 300;

/** A received delivery. */
export interface Delivery {
  timestamp: string | undefined;
  signature: string | undefined;
  /** As received, byte for byte. */
  body: Buffer;
}

/**
 * Checks a delivery's signature (contract, section 6, "Signature verification").
 * @param secret the whole webhook secret, `whsec_` included
 * @returns the reason for rejecting it; undefined when it is valid
 */
export function refusalOf(
  { timestamp, signature, body }: Delivery,
  secret: string,
  nowMs: number,
): string | undefined {
  if (timestamp === undefined || !/^\d{1,12}$/.test(timestamp)) return 'no X-Service-Timestamp';
  if (signature === undefined) return 'no X-Service-Signature';
  const ageS = Math.floor(nowMs / 1000) - Number(timestamp);
  if (Math.abs(ageS) > TOLERANCE_S) return `the timestamp differs from this clock by ${ageS} s`;
  const expected = Buffer.from(
    `v1=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`,
  );
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    return 'the signature does not match: different secret or body';
  return undefined;
}
