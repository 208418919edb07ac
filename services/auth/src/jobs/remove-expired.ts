import type { Clock } from '@commerce/service-kit/clock.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import type { IntervalJob } from '@commerce/service-kit/jobs/interval.ts';
import type { Deps } from '../deps.ts';
import { expiredDelete, EXPIRING, EXPIRING_LIMITS, SHORT_LIVED } from '../store/expired.ts';

/** Removes rows that live only for seconds. */
export const removeShortLivedJob = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): IntervalJob => ({
  name: 'remove short-lived',
  everyMs: 10_000,
  run: () => removeExpired(db, clock, SHORT_LIVED),
});

/** Removes expired rows of both databases. */
export const removeExpiredJob = ({
  db,
  limits,
  clock,
}: Pick<Deps, 'db' | 'limits' | 'clock'>): IntervalJob => ({
  name: 'remove expired',
  everyMs: 300_000,
  async run() {
    await removeExpired(db, clock, EXPIRING);
    await removeExpired(limits, clock, EXPIRING_LIMITS);
  },
});

async function removeExpired(db: Queryable, clock: Clock, statements: readonly Statement[]): Promise<void> {
  for (const statement of statements) {
    while (await expiredDelete(db, statement, new Date(clock.now())));
  }
}
