import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { statement } from '@commerce/service-kit/db/statement.ts';
import type { AuditAction } from '../domain/audit.ts';
import type { Prisma } from './prisma.ts';
import { recordList } from './records.ts';

/** An action to record. */
export interface NewAuditEntry {
  at: Date;
  /** A person; null for the platform itself. */
  actorId: string | null;
  action: AuditAction;
  /** Id of the app, the developer or the store. */
  subjectId: string;
  reason?: string;
  /** Further facts by name; nothing secret. */
  details?: Record<string, string>;
}

/** Records an action, in the transaction that performs it. */
export async function auditEntryInsert(prisma: Prisma, entry: NewAuditEntry): Promise<void> {
  await prisma.acrossStores.auditEntry.create({ data: entry });
}

/** A recorded action. */
export interface AuditEntryRecord {
  id: number;
  at: Date;
  actorId: string | null;
  actorName: string | null;
  action: string;
  subjectId: string;
  subjectName: string | null;
  reason: string;
  details: Record<string, string>;
}

/** Filter of the audit log. */
export interface AuditFilter {
  subjectId: string | undefined;
  actorId: string | undefined;
}

// One statement per filter, so that each uses its own index.
const list = (name: string, condition: string) =>
  statement(
    name,
    `select e.id, e.at, e.actor_id, p.name as actor_name, e.action, e.subject_id,
      coalesce(a.name, d.name, s.name) as subject_name, e.reason, e.details
    from audit_entry e
    left join person p on p.id = e.actor_id
    left join app a on a.id = e.subject_id
    left join developer d on d.id = e.subject_id
    left join store s on s.id = e.subject_id
    where e.id < $1 ${condition}
    order by e.id desc limit $2`,
  );

const LIST = list('audit-entry-list', '');
const LIST_OF_SUBJECT = list('audit-entry-list-of-subject', 'and e.subject_id = $3');
const LIST_OF_ACTOR = list('audit-entry-list-of-actor', 'and e.actor_id = $3');
const LIST_OF_BOTH = list('audit-entry-list-of-both', 'and e.subject_id = $3 and e.actor_id = $4');

/** The audit log, newest first. @param beforeId id of the last entry of the previous page, or a value above all ids */
export function auditEntryList(
  db: Queryable,
  { subjectId, actorId }: AuditFilter,
  beforeId: number,
  limit: number,
): Promise<AuditEntryRecord[]> {
  if (subjectId !== undefined && actorId !== undefined)
    return recordList<AuditEntryRecord>(db, LIST_OF_BOTH, [beforeId, limit, subjectId, actorId]);
  if (subjectId !== undefined)
    return recordList<AuditEntryRecord>(db, LIST_OF_SUBJECT, [beforeId, limit, subjectId]);
  if (actorId !== undefined)
    return recordList<AuditEntryRecord>(db, LIST_OF_ACTOR, [beforeId, limit, actorId]);
  return recordList<AuditEntryRecord>(db, LIST, [beforeId, limit]);
}
