import type { EventHandler } from '@commerce/service-kit/events/subscription.ts';
import { forgottenBuyerInsert } from '../store/forgotten-buyer.ts';

/** Notes that a buyer is to be forgotten: `customers.redact` of the customers. Their orders may be many, so a job goes through them. */
export const buyerForgotten: EventHandler = async (unit, { storeId, subjectId, occurredAtMs }) => {
  await forgottenBuyerInsert(unit, storeId, subjectId, new Date(occurredAtMs));
};
