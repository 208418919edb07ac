import type {
  Invitation,
  ListInvitationsRequest,
  ListInvitationsResponse,
} from '@commerce/proto/commerce/auth/v1/team.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { toldRole } from '../domain/role.ts';
import { listInvitationsOfStore, type InvitationRow } from '../store/invitation-list-of-store.ts';

/** The invitations of a store that have not been accepted. */
export function listInvitations({
  database,
  clock,
}: Deps): Handler<ListInvitationsRequest, ListInvitationsResponse> {
  return async (ctx) => {
    const rows = await listInvitationsOfStore(database, storeOf(ctx), new Date(clock.now()));
    return { invitations: rows.map(toldInvitation) };
  };
}

/** An invitation, as others are told. */
export const toldInvitation = (row: InvitationRow): Invitation => ({
  id: row.id,
  email: row.email,
  role: toldRole(row.role),
  invitedBy: row.invited_by,
  createdAtMs: row.created_at.getTime(),
  expiresAtMs: row.expires_at.getTime(),
});
