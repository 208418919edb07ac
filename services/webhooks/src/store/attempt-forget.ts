import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';
import { dayOf } from '../domain/day.ts';

/** Attempts that are looked at at once, with a body of at most 256 KB each. */
export const FORGET_BATCH = 100;

/** Removes bodies and answers of the attempts that name one of the ids, among those of a store that started next. */
export const ATTEMPT_FORGET = storeStatement(
  'attempt-forget',
  `with looked as materialized (
     select delivery_id, started_at, exists (
       select from unnest($5::text[]) as subject (id) where position(convert_to(subject.id, 'UTF8') in body) > 0) as tells
     from attempt
     where store_id = $1 and day = $2::date and started_at >= $3 and started_at < $4
     order by started_at fetch first ${FORGET_BATCH} rows with ties
   ), forgotten as (
     update attempt a set body = null, response = '' from looked l
     where l.tells and a.day = $2::date and a.delivery_id = l.delivery_id and a.started_at = l.started_at
   )
   select count(*)::int as looked, max(started_at) as last from looked`,
);

/** Attempts of a store within a day. */
export interface AttemptRange {
  storeId: string;
  fromMs: number;
  /** No later than the end of the day on which it begins. */
  toMs: number;
}

/** Does so for the first of the attempts that started in [from, to). @returns up to when all have been looked at, in ms */
export async function attemptForget(
  tx: Queryable,
  { storeId, fromMs, toMs }: AttemptRange,
  subjectIds: string[],
): Promise<number> {
  const values = [storeId, dayOf(fromMs), new Date(fromMs), new Date(toMs), subjectIds];
  const [row] = await tx.rows<{ looked: number; last: Date | null }>(ATTEMPT_FORGET, values);
  const { looked, last } = row!;
  // Those of one millisecond are looked at together.
  return last === null || looked < FORGET_BATCH ? toMs : last.getTime() + 1;
}
