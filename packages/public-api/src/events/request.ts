import { contractSignature, standardSignatures, type SigningSecrets } from './signature.ts';

/** Content of an attempt before it is signed. */
export interface AttemptContent {
  type: string;
  eventId: string;
  deliveryId: string;
  /** Empty when the event belongs to no store. */
  storeId: string;
  /** The event was requested in the portal and has not happened. */
  isTest: boolean;
  /** Time of sending. */
  nowMs: number;
  body: Buffer;
}

/** The signed body of an attempt, as the log keeps it. */
export interface SignedBody {
  /** In seconds since 1970. */
  timestamp: number;
  signature: string;
  webhookSignature: string;
  body: Buffer;
}

/** Signs the body of an attempt. */
export function signBody({ eventId, nowMs, body }: AttemptContent, secrets: SigningSecrets): SignedBody {
  const timestamp = Math.floor(nowMs / 1000);
  return {
    timestamp,
    signature: contractSignature(secrets.current, timestamp, body),
    webhookSignature: standardSignatures(secrets, eventId, timestamp, body),
    body,
  };
}

/** The headers of an attempt (contract, section 6, "Request headers"; decisions, "Webhooks"). */
export function headersOf(
  content: Omit<AttemptContent, 'body' | 'nowMs'>,
  signed: SignedBody,
): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Mostrador-Webhooks/1',
    'X-Service-Event': content.type,
    'X-Service-Event-Id': content.eventId,
    'X-Service-Delivery': content.deliveryId,
    ...(content.storeId === '' ? {} : { 'X-Service-Store': content.storeId }),
    ...(content.isTest ? { 'X-Service-Test': 'true' } : {}),
    'X-Service-Timestamp': String(signed.timestamp),
    'X-Service-Signature': signed.signature,
    'webhook-id': content.eventId,
    'webhook-timestamp': String(signed.timestamp),
    'webhook-signature': signed.webhookSignature,
  };
}
