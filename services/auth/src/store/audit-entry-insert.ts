import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import type { AuditAction } from '../domain/audit.ts';

/** Something that is done. */
export interface NewAuditEntry {
  at: Date;
  /** A person; null for the platform itself. */
  actorId: string | null;
  action: AuditAction;
  /** Id of the app, the developer or the store. */
  subjectId: string;
  reason?: string;
  /** What else there is to know, by name; nothing secret. */
  details?: Record<string, string>;
}

const STATEMENT: Statement = {
  name: 'audit-entry-insert',
  text: `insert into audit_entry (at, actor_id, action, subject_id, reason, details) values ($1, $2, $3, $4, $5, $6)`,
};

/** Records what is done, in the transaction that does it. */
export async function insertAuditEntry(tx: Queryable, entry: NewAuditEntry): Promise<void> {
  const { at, actorId, action, subjectId, reason = '', details = {} } = entry;
  await tx.rows(STATEMENT, [at, actorId, action, subjectId, reason, JSON.stringify(details)]);
}
