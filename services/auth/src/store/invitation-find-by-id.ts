import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Statement } from '@commerce/service-kit/db/statement.ts';
import type { Role } from '../domain/role.ts';
import type { InvitationRow } from './invitation-list-of-store.ts';

/** An invitation with the store that it is to, and with the person who has the e-mail. */
export interface InvitationWithStore extends InvitationRow {
  role: Role;
  store_id: string;
  store_name: string;
  /** Null for an e-mail that nobody has. */
  person_id: string | null;
  person_language: string | null;
}

// Whoever has the link, or sends it, does not name the store: the invitation does.
const STATEMENT: Statement = {
  name: 'invitation-find-by-id',
  text: `select i.id, i.email, i.role, by.name as invited_by, i.created_at, i.expires_at,
      s.id as store_id, s.name as store_name, p.id as person_id, p.language as person_language
    from invitation i
    join store s on s.id = i.store_id
    join person by on by.id = i.invited_by
    left join person p on p.email = i.email
    where i.id = $1 and i.expires_at > $2`,
};

/** An invitation that has not expired, and is neither accepted nor revoked. */
export async function findInvitation(
  db: Queryable,
  id: string,
  now: Date,
): Promise<InvitationWithStore | undefined> {
  const [row] = await db.rows<InvitationWithStore>(STATEMENT, [id, now]);
  return row;
}
