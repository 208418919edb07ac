import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement } from '@commerce/service-kit/db/statement.ts';

/** An invitation that has not been accepted. */
export interface InvitationRow {
  id: string;
  email: string;
  role: string;
  invited_by: string;
  created_at: Date;
  expires_at: Date;
}

/** Most invitations of a store that can be waiting. */
const MAX_LISTED = 100;

const STATEMENT = storeStatement(
  'invitation-list-of-store',
  `select i.id, i.email, i.role, p.name as invited_by, i.created_at, i.expires_at
    from invitation i join person p on p.id = i.invited_by
    where i.store_id = $1 and i.expires_at > $2
    order by i.created_at desc, i.id desc limit ${MAX_LISTED}`,
);

/** The invitations of a store that have not been accepted, the newest first. */
export function listInvitationsOfStore(db: Queryable, storeId: string, now: Date): Promise<InvitationRow[]> {
  return db.rows<InvitationRow>(STATEMENT, [storeId, now]);
}
