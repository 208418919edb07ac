import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';

/** Something that was done. */
export interface AuditRow {
  id: number;
  at: Date;
  actor_id: string | null;
  actor_name: string | null;
  action: string;
  subject_id: string;
  subject_name: string | null;
  reason: string;
  details: Record<string, string>;
}

// One text per filter, so that each has its index.
const listOf = (name: string, condition: string): Statement => ({
  name,
  text: `select e.id, e.at, e.actor_id, p.name as actor_name, e.action, e.subject_id,
      coalesce(a.name, d.name, s.name) as subject_name, e.reason, e.details
    from audit_entry e
    left join person p on p.id = e.actor_id
    left join app a on a.id = e.subject_id
    left join developer d on d.id = e.subject_id
    left join store s on s.id = e.subject_id
    where e.id < $1 ${condition}
    order by e.id desc limit $2`,
});

const ALL = listOf('audit-entry-list', '');
const OF_SUBJECT = listOf('audit-entry-list-of-subject', 'and e.subject_id = $3');
const OF_ACTOR = listOf('audit-entry-list-of-actor', 'and e.actor_id = $3');
const OF_BOTH = listOf('audit-entry-list-of-both', 'and e.subject_id = $3 and e.actor_id = $4');

/** What a list of entries is narrowed to. */
export interface AuditFilter {
  subjectId: string | undefined;
  actorId: string | undefined;
}

/** The audit log, the newest first. @param beforeId id of the last of the page before, else something above all ids */
export function listAuditEntries(
  db: Queryable,
  { subjectId, actorId }: AuditFilter,
  beforeId: number,
  limit: number,
): Promise<AuditRow[]> {
  if (subjectId !== undefined && actorId !== undefined)
    return db.rows(OF_BOTH, [beforeId, limit, subjectId, actorId]);
  if (subjectId !== undefined) return db.rows(OF_SUBJECT, [beforeId, limit, subjectId]);
  if (actorId !== undefined) return db.rows(OF_ACTOR, [beforeId, limit, actorId]);
  return db.rows(ALL, [beforeId, limit]);
}
