import { conflict, invalid, type Fault } from '@commerce/service-kit/fault.ts';
import { lengthMessage } from '@commerce/texts/lengths.ts';
import { isReadableLine, UNREADABLE_LINE } from '@commerce/texts/readable.ts';
import { MAX_UNITS } from './stock.ts';

/** Requested change: the units to add, or the new count. Exactly one of the two (contract, section 4). */
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

/** @throws Fault `invalid_request` for a reason that is empty, longer than 200 characters or not a readable line */
export function checkReason(reason: string | undefined): void {
  if (reason !== undefined && (reason.length === 0 || reason.length > MAX_REASON_LENGTH))
    throw invalid('reason', lengthMessage(1, MAX_REASON_LENGTH));
  if (reason !== undefined && (reason.trim() === '' || !isReadableLine(reason)))
    throw invalid('reason', UNREADABLE_LINE);
}

/** @throws Fault `invalid_request` for a threshold out of bounds */
export function checkLowAt(lowAt: number | undefined): void {
  if (lowAt !== undefined && (lowAt < 0 || lowAt > MAX_UNITS))
    throw invalid('low_at', `Must be from 0 to ${MAX_UNITS}.`);
}

/** The refusal of an adjustment that would leave less than is reserved, or more than can be on hand. */
export function refusedAdjustment(item: { onHand: number; reserved: number }, quantity: Quantity): Fault {
  const requested = quantity.set ?? item.onHand + quantity.delta!;
  if (requested > MAX_UNITS) return invalid('delta', `At most ${MAX_UNITS} units can be on hand.`);
  if (quantity.set !== undefined) return conflict('insufficient_stock', countTooLow(item, quantity.set));
  const { onHand, reserved } = item;
  const message = `${onHand} on hand, ${reserved} reserved: cannot take ${-quantity.delta!}.`;
  return conflict('insufficient_stock', message);
}

/** Message about a count below zero or below the reserved units. */
export const countTooLow = (
  { onHand, reserved }: { onHand: number; reserved: number },
  requested: number,
): string => `${onHand} on hand, ${reserved} reserved: cannot set stock to ${requested}.`;
