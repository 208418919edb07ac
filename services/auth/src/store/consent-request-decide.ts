import type { Queryable } from '@commerce/service-kit/db/database.ts';

const STATEMENT = {
  name: 'consent-request-decide',
  text: `update consent_request set decided_at = coalesce(decided_at, $2), decision = $3, decided_by = $4, store_id = $5
    where id = $1`,
};

/** Records the answer; the time of the first one stays. */
export async function decideConsentRequest(
  tx: Queryable,
  answer: {
    id: string;
    decidedAt: Date;
    decision: 'allow' | 'deny';
    personId: string | null;
    storeId: string | null;
  },
): Promise<void> {
  const { id, decidedAt, decision, personId, storeId } = answer;
  await tx.rows(STATEMENT, [id, decidedAt, decision, personId, storeId]);
}
