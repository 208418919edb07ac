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

/** Properties of a response that its replay needs, so that both are equal byte for byte. */
export interface Presentation extends Grants {
  requestId: string;
}

/** Key of a request, or the problems with it. Routes without idempotency ignore the header. */
export function readKey(
  route: Pick<AnyRoute, 'idempotency'>,
  req: IncomingMessage,
): { key: string | undefined; details: FaultDetail[] } {
  if (route.idempotency === 'none') return { key: undefined, details: [] };
  const values = req.headersDistinct['idempotency-key'];
  if (values === undefined) {
    if (route.idempotency === 'optional') return { key: undefined, details: [] };
    return rejected('idempotency_key_required', 'This request requires an Idempotency-Key header.');
  }
  if (values.length > 1) return rejected('idempotency_key_invalid', 'Must appear only once.');
  if (!KEY.test(values[0]!))
    return rejected('idempotency_key_invalid', 'Must be 1 to 255 printable ASCII characters.');
  return { key: values[0]!, details: [] };
}

const rejected = (reason: string, message: string) => ({
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
 * Bodies that differ only in whitespace or the order of fields are equal. A body that is not acceptable JSON equals only
 * the same bytes rejected for the same reason, because the gateway's rejection must follow from the fingerprint.
 */
function updateWithBody(hash: Hash, { value, bytes = NO_BYTES, fault }: ReceivedBody): Hash {
  if (fault !== undefined) return hash.update(`\0${fault.code}\0`).update(bytes);
  return hash.update(stringify(value) ?? '');
}

/** Parses the presentation of a `keyUse`. */
export const readPresentation = (text: string): Presentation => JSON.parse(text) as Presentation;
