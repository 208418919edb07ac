import type {
  ListAuditEntriesRequest,
  ListAuditEntriesResponse,
} from '@commerce/proto/commerce/auth/v1/platform.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { cutPage, decodePosition, encodePosition, pageSize } from '@commerce/service-kit/page-token.ts';
import type { Deps } from '../deps.ts';
import { auditEntryList } from '../store/audit-entry.ts';

/** The audit log of apps, developers and stores, newest first. */
export const listAuditEntries =
  ({ db }: Deps): Handler<ListAuditEntriesRequest, ListAuditEntriesResponse> =>
  async (_ctx, { subjectId, actorId, limit, pageToken }) => {
    const size = pageSize(limit);
    const before = Number(decodePosition(pageToken)?.[0] ?? Number.MAX_SAFE_INTEGER);
    const filter = { subjectId: subjectId || undefined, actorId: actorId || undefined };
    const { rows, next } = cutPage(await auditEntryList(db, filter, before, size + 1), size, (entry) => [
      entry.id,
    ]);
    const entries = rows.map((entry) => ({
      id: String(entry.id),
      atMs: entry.at.getTime(),
      actorId: entry.actorId ?? '',
      actorName: entry.actorName ?? '',
      action: entry.action,
      subjectId: entry.subjectId,
      subjectName: entry.subjectName ?? '',
      reason: entry.reason,
      details: entry.details,
    }));
    return { entries, nextPageToken: encodePosition(next) };
  };
