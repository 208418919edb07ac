import { conflict, invalid, type Fault } from '@commerce/service-kit/fault.ts';
import { isReadableLine, UNREADABLE_LINE } from '@commerce/texts/readable.ts';
import { MAX_UNITS } from './stock.ts';

/** How much is wanted: to add, or to have. Exactly one of the two (contract, section 4). */
export interface Quantity {
  delta?: number | undefined;
  set?: number | undefined;
}

const MAX_REASON_LENGTH = 200;

/** @throws Fault `invalid_request` unless exactly one of delta and set is given, within its bounds */
export function checkQuantity({ delta, set }: Quantity): void {
  if (delta === undefined && set === undefined) throw invalid('delta', 'Give `delta` or `set`.', 'missing');
  if (delta !== undefined && set !== undefined)
    throw invalid('set', 'Give either `delta` or `set`, not both.');
  if (delta !== undefined && (delta === 0 || Math.abs(delta) > MAX_UNITS))
    throw invalid('delta', `Must not be 0, and be at most ${MAX_UNITS} either way.`);
  if (set !== undefined && (set < 0 || set > MAX_UNITS))
    throw invalid('set', `Must be from 0 to ${MAX_UNITS}.`);
}

/** @throws Fault `invalid_request` when a reason is given that is empty, longer than 200 characters or no line that can be read */
export function checkReason(reason: string | undefined): void {
  if (reason !== undefined && (reason.length === 0 || reason.length > MAX_REASON_LENGTH))
    throw invalid('reason', `Must have from 1 to ${MAX_REASON_LENGTH} characters.`);
  if (reason !== undefined && (reason.trim() === '' || !isReadableLine(reason)))
    throw invalid('reason', UNREADABLE_LINE);
}

/** @throws Fault `invalid_request` when a threshold is given that cannot be */
export function checkLowAt(lowAt: number | undefined): void {
  if (lowAt !== undefined && (lowAt < 0 || lowAt > MAX_UNITS))
    throw invalid('low_at', `Must be from 0 to ${MAX_UNITS}.`);
}

/** The refusal of an adjustment after which more, or less, would be there than there can be. */
export function refusedAdjustment(item: { onHand: number; reserved: number }, quantity: Quantity): Fault {
  const wished = quantity.set ?? item.onHand + quantity.delta!;
  if (wished > MAX_UNITS) return invalid('delta', `At most ${MAX_UNITS} units can be on hand.`);
  if (quantity.set !== undefined) return conflict('insufficient_stock', tooLittle(item, quantity.set));
  const { onHand, reserved } = item;
  const message = `${onHand} on hand, ${reserved} reserved: cannot take ${-quantity.delta!}.`;
  return conflict('insufficient_stock', message);
}

/** Message about a count below zero or below what is reserved. */
export const tooLittle = (
  { onHand, reserved }: { onHand: number; reserved: number },
  wished: number,
): string => `${onHand} on hand, ${reserved} reserved: cannot set stock to ${wished}.`;
