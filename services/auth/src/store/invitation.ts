import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement, type Statement } from '@commerce/service-kit/db/statement.ts';
import type { Role } from '../domain/role.ts';
import type { InvitationRecord } from '../domain/team.ts';

/** An invitation with its store, and with the person who has the email. */
export interface InvitationWithStore extends InvitationRecord {
  storeId: string;
  storeName: string;
  /** Null when no account has the email. */
  personId: string | null;
  personLanguage: string | null;
}

// The holder of the link does not name the store: the invitation does.
const FIND: Statement = {
  name: 'invitation-find',
  text: `select i.id, i.email, i.role, by.name as "invitedBy", i.created_at as "createdAt", i.expires_at as "expiresAt",
      s.id as "storeId", s.name as "storeName", p.id as "personId", p.language as "personLanguage"
    from invitation i
    join store s on s.id = i.store_id
    join person by on by.id = i.invited_by
    left join person p on p.email = i.email
    where i.id = $1 and i.expires_at > $2`,
};

/** An invitation that is neither accepted, revoked nor expired. */
export async function invitationFind(
  db: Queryable,
  id: string,
  now: Date,
): Promise<InvitationWithStore | undefined> {
  const [invitation] = await db.rows<InvitationWithStore>(FIND, [id, now]);
  return invitation;
}

/** Maximum number of pending invitations of a store. */
const MAX_LISTED = 100;

const LIST = storeStatement(
  'invitation-list',
  `select i.id, i.email, i.role, p.name as "invitedBy", i.created_at as "createdAt", i.expires_at as "expiresAt"
    from invitation i join person p on p.id = i.invited_by
    where i.store_id = $1 and i.expires_at > $2
    order by i.created_at desc, i.id desc limit ${MAX_LISTED}`,
);

/** The pending invitations of a store, newest first. */
export function invitationList(db: Queryable, storeId: string, now: Date): Promise<InvitationRecord[]> {
  return db.rows<InvitationRecord>(LIST, [storeId, now]);
}

/** An invitation to send. */
export interface NewInvitation {
  id: string;
  storeId: string;
  email: string;
  role: Role;
  invitedBy: string;
  createdAt: Date;
  expiresAt: Date;
}

const DELETE_OF_EMAIL = storeStatement(
  'invitation-delete-of-email',
  'delete from invitation where store_id = $1 and email = $2 returning id',
);
const INSERT: Statement = {
  name: 'invitation-insert',
  text: `insert into invitation (store_id, id, email, role, invited_by, created_at, expires_at)
    values ($1, $2, $3, $4, $5, $6, $7)`,
};

/** Stores an invitation, replacing one of the same email; the store is locked. @returns the id of the replaced one */
export async function invitationReplace(
  tx: Queryable,
  invitation: NewInvitation,
): Promise<string | undefined> {
  const { id, storeId, email, role, invitedBy, createdAt, expiresAt } = invitation;
  const [replaced] = await tx.rows<{ id: string }>(DELETE_OF_EMAIL, [storeId, email]);
  await tx.rows(INSERT, [storeId, id, email, role, invitedBy, createdAt, expiresAt]);
  return replaced?.id;
}

const DELETE = storeStatement(
  'invitation-delete',
  `delete from invitation where store_id = $1 and id = $2 and expires_at > $3 returning id`,
);

/** Deletes an invitation that is accepted or revoked. @returns false when it was missing or expired */
export async function invitationDelete(
  tx: Queryable,
  storeId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  return (await tx.rows(DELETE, [storeId, id, now])).length > 0;
}
