import { invalid } from '@commerce/service-kit/fault.ts';

const MAX_BATCH = 1_000;

/** @throws Fault invalid_request when a batch has too many elements, or the same one twice */
export function requireBatch(field: string, ids: string[]): void {
  if (ids.length > MAX_BATCH) throw invalid(field, `Must have at most ${MAX_BATCH} elements.`);
  if (new Set(ids).size < ids.length) throw invalid(field, 'Must not contain a product twice.');
}

/** @throws Fault invalid_request when the message is absent */
export function requireMessage<T>(field: string, message: T | undefined): T {
  if (message === undefined) throw invalid(field, 'Is required.', 'missing');
  return message;
}
