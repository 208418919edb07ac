import type {
  ListAuditEntriesRequest,
  ListAuditEntriesResponse,
} from '@commerce/proto/commerce/auth/v1/desk.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { decodePosition, encodePosition, pageSize, cutPage } from '@commerce/service-kit/page-token.ts';
import type { Deps } from '../deps.ts';
import { listAuditEntries as list } from '../store/audit-entry-list.ts';

/** What was done to apps, developers and stores, the newest first. */
export function listAuditEntries({
  database,
}: Deps): Handler<ListAuditEntriesRequest, ListAuditEntriesResponse> {
  return async (_ctx, { subjectId, actorId, limit, pageToken }) => {
    const size = pageSize(limit);
    const before = Number(decodePosition(pageToken)?.[0] ?? Number.MAX_SAFE_INTEGER);
    const filter = { subjectId: subjectId || undefined, actorId: actorId || undefined };
    const { rows, next } = cutPage(await list(database, filter, before, size + 1), size, (row) => [row.id]);
    const entries = rows.map((row) => ({
      id: String(row.id),
      atMs: row.at.getTime(),
      actorId: row.actor_id ?? '',
      actorName: row.actor_name ?? '',
      action: row.action,
      subjectId: row.subject_id,
      subjectName: row.subject_name ?? '',
      reason: row.reason,
      details: row.details,
    }));
    return { entries, nextPageToken: encodePosition(next) };
  };
}
