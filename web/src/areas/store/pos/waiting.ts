import type { InputOf } from '@commerce/console-api/route.ts';
import type { posRoutes } from '@commerce/console-api/routes/pos.ts';
import type { Cart } from './cart.ts';
import { storedList } from './stored-list.ts';

export type SaleBody = InputOf<typeof posRoutes.sell>['body'];

/** Sale that was paid at the counter and whose outcome is unknown: not sent yet, or without a response. */
export interface WaitingSale {
  /** Idempotency key of every attempt. */
  key: string;
  body: SaleBody;
  cart: Cart;
  /** Cash that was given back. */
  changeCentavos: number;
  /** Time of the payment. */
  at: string;
  /** Reason why the platform refused it. */
  refusal?: string | undefined;
}

/** Maximum number of waiting sales of a person. */
export const MAX_WAITING = 50;
/** The platform keeps keys for 24 hours: an older sale could be made twice. */
const MAX_AGE_MS = 23 * 3600 * 1000;

export const isTooOld = ({ at }: WaitingSale): boolean => Date.now() - Date.parse(at) > MAX_AGE_MS;

/** Waiting sales of a person in this browser, oldest first. Another person's key would not prevent a second sale. */
export const { load: loadWaiting, save: saveWaiting } = storedList<WaitingSale>('waiting');
