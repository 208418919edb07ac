import type { AdmitRequest, AdmitResponse } from '@commerce/proto/commerce/auth/v1/admission.ts';
import { decideAdmissions, groupAsked, type BucketAfter } from '../domain/admission.ts';
import type { AuthDeps } from '../deps.ts';
import { admitBatch } from '../store/installation-admit-batch.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';

/** Admits a batch of public requests in one statement. */
export function admit({ database, clock, rules }: AuthDeps): Handler<AdmitRequest, AdmitResponse> {
  return async (_ctx, { items }) => {
    if (items.length === 0) return { decisions: [] };
    const groups = groupAsked(items);
    const rows = await admitBatch(database, [...groups.values()], clock.now(), rules.requestsPerMinute);
    const buckets = new Map<string, BucketAfter>(rows.map((row) => [row.id, { ...row, perMs: row.per_ms }]));
    const generations = new Map(rows.map((row) => [row.id, row.generation]));
    return {
      decisions: decideAdmissions(items, ({ installationId, generation }) =>
        generations.get(installationId) === generation ? buckets.get(installationId) : undefined,
      ),
    };
  };
}
