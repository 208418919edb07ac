import { createHash, type Hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { stringify } from 'safe-stable-stringify';
import type { Idempotency as KeyUse } from '@commerce/proto/commerce/common/v1/context.ts';
import type { AnyRoute, Grants } from '@commerce/public-api/route.ts';
import type { FaultDetail } from '@commerce/service-kit/fault.ts';
import type { ReceivedBody } from './input.ts';

const FIELD = 'Idempotency-Key';
/** Contract, section 8: 1 to 255 printable ASCII characters. */
const KEY = /^[\x20-\x7e]{1,255}$/;

const NO_BYTES = Buffer.alloc(0);

/** How a write was told: what a replay needs to tell it alike, byte for byte. */
export interface Presentation extends Grants {
  requestId: string;
}

/** The key of a request, or what is wrong with it. Routes without idempotency pay no heed to the header. */
export function readKey(
  route: Pick<AnyRoute, 'idempotency'>,
  req: IncomingMessage,
): { key: string | undefined; details: FaultDetail[] } {
  if (route.idempotency === 'none') return { key: undefined, details: [] };
  const given = req.headersDistinct['idempotency-key'];
  if (given === undefined) {
    if (route.idempotency === 'optional') return { key: undefined, details: [] };
    return refused('idempotency_key_required', 'This write needs an Idempotency-Key header.');
  }
  if (given.length > 1) return refused('idempotency_key_invalid', 'Must be given only once.');
  if (!KEY.test(given[0]!))
    return refused('idempotency_key_invalid', 'Must be 1 to 255 printable ASCII characters.');
  return { key: given[0]!, details: [] };
}

const refused = (reason: string, message: string) => ({
  key: undefined,
  details: [{ reason, field: FIELD, message }],
});

/** Idempotency of a keyed write, as sent to auth and to the service. */
export function keyUse(
  key: string,
  { method, originalUrl }: Pick<Request, 'method' | 'originalUrl'>,
  body: ReceivedBody,
  presentation: Presentation,
): KeyUse {
  const hash = createHash('sha256').update(`${method}\n${originalUrl}\n`);
  const fingerprint = updateWithBody(hash, body).digest();
  return { key, fingerprint, presentation: JSON.stringify(presentation) };
}

/**
 * Bodies that differ in whitespace or the order of fields are the same. One that is not the JSON that the API takes equals no JSON, only
 * the same bytes refused for the same reason: the gateway's refusal of a request follows from its fingerprint.
 */
function updateWithBody(hash: Hash, { value, bytes = NO_BYTES, fault }: ReceivedBody): Hash {
  if (fault !== undefined) return hash.update(`\0${fault.code}\0`).update(bytes);
  return hash.update(stringify(value) ?? '');
}

/** Reads what `keyUse` wrote. */
export const readPresentation = (text: string): Presentation => JSON.parse(text) as Presentation;
