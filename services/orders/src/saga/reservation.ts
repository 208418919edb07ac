import { Fault } from '@commerce/service-kit/fault.ts';
import type { Gathered } from './gather-order.ts';

/** How long a reservation holds unless it is confirmed, in ms (design, "Order creation"). */
export const RESERVATION_MS = 2 * 60 * 1000;

/** What must be left of it for an order to be committed, in ms: beyond any pause between the look and the commit. */
export const RESERVATION_LEFT_MS = 30 * 1000;

/** What is known of an order before it is committed. */
export interface Prepared {
  orderId: string;
  /** Undefined when the order is there already. */
  gathered: Gathered | undefined;
}

/** It may well work in a moment; nothing was done. */
export const tryAgain = (cause: string): Fault =>
  new Fault('unavailable', 'The service is not available at the moment.', { cause });
