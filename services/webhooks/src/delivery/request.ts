import type { SigningSecrets } from '../domain/signature.ts';
import { contractSignature, standardSignatures } from '../domain/signature.ts';

/** What is signed. */
export interface Signable {
  type: string;
  eventId: string;
  deliveryId: string;
  /** Empty for none. */
  storeId: string;
  /** It was asked for in the portal, and its event has not happened. */
  isTest: boolean;
  /** When it is sent, in ms. */
  nowMs: number;
  body: Buffer;
}

/** What signs an attempt, as the log keeps it. */
export interface Signed {
  timestamp: number;
  signature: string;
  webhookSignature: string;
  body: Buffer;
}

/** Signs an attempt. */
export function sign({ eventId, nowMs, body }: Signable, secrets: SigningSecrets): Signed {
  const timestamp = Math.floor(nowMs / 1000);
  return {
    timestamp,
    signature: contractSignature(secrets.current, timestamp, body),
    webhookSignature: standardSignatures(secrets, eventId, timestamp, body),
    body,
  };
}

/** The headers of an attempt (contract, section 6, "Request headers"; decisions, "Webhooks"). */
export function headersOf(what: Signable, signed: Signed): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Commerce-Platform-Webhooks/1',
    'X-Service-Event': what.type,
    'X-Service-Event-Id': what.eventId,
    'X-Service-Delivery': what.deliveryId,
    ...(what.storeId === '' ? {} : { 'X-Service-Store': what.storeId }),
    ...(what.isTest ? { 'X-Service-Test': 'true' } : {}),
    'X-Service-Timestamp': String(signed.timestamp),
    'X-Service-Signature': signed.signature,
    'webhook-id': what.eventId,
    'webhook-timestamp': String(signed.timestamp),
    'webhook-signature': signed.webhookSignature,
  };
}
