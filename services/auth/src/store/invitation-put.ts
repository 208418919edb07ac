import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement, type Statement } from '@commerce/service-kit/db/statement.ts';
import type { Role } from '../domain/role.ts';

/** An invitation to make. */
export interface NewInvitation {
  id: string;
  storeId: string;
  email: string;
  role: Role;
  invitedBy: string;
  createdAt: Date;
  expiresAt: Date;
}

const REPLACE = storeStatement(
  'invitation-delete-of-email',
  'delete from invitation where store_id = $1 and email = $2 returning id',
);

const INSERT: Statement = {
  name: 'invitation-insert',
  text: `insert into invitation (store_id, id, email, role, invited_by, created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7)`,
};

/** Keeps an invitation in the place of one of the same e-mail; the store is locked. @returns the id of the one that is gone */
export async function putInvitation(tx: Queryable, invitation: NewInvitation): Promise<string | undefined> {
  const { id, storeId, email, role, invitedBy, createdAt, expiresAt } = invitation;
  const [gone] = await tx.rows<{ id: string }>(REPLACE, [storeId, email]);
  await tx.rows(INSERT, [storeId, id, email, role, invitedBy, createdAt, expiresAt]);
  return gone?.id;
}
