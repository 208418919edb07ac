import type { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { dayOf, daysBefore, KEPT_DAYS } from '../domain/day.ts';
import { erasedCustomerInsert } from '../store/erased-customer.ts';

/** Notes the customers whom `customers.redact` is about: the log forgets them. Attempts may be many, so a job goes through them. */
export async function noteErasedCustomers(
  tx: Queryable,
  events: readonly Event[],
  nowMs: number,
): Promise<void> {
  const firstKept = new Date(dayOf(daysBefore(nowMs, KEPT_DAYS)));
  for (const { type, storeId, subjectId } of events)
    if (type === 'customers.redact')
      await erasedCustomerInsert(tx, storeId, subjectId, new Date(nowMs), firstKept);
}
