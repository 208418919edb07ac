import type { GetSessionRequest, GetSessionResponse } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { profileVersion } from '../domain/profile.ts';
import { toldRole } from '../domain/role.ts';
import { openSession } from '../sessions/open-session.ts';
import { findPersonWithRoles } from '../store/person-find-with-roles.ts';

const NOBODY: GetSessionResponse = {
  person: undefined,
  memberships: [],
  developerIds: [],
  platformStaff: false,
  developers: [],
  profileVersion: '',
};

/** The person of a session, and what they may enter. */
export function getSession(deps: Deps): Handler<GetSessionRequest, GetSessionResponse> {
  return async (_ctx, { token }) => {
    const session = await openSession(deps, token);
    const person = session && (await findPersonWithRoles(deps.prisma, session.person_id));
    if (!person) return NOBODY;
    return {
      person: { id: person.id, name: person.name, email: person.email, language: person.language },
      memberships: person.memberships.map(({ storeId, store, role }) => ({
        storeId,
        storeName: store.name,
        role: toldRole(role),
      })),
      developerIds: person.developers.map((member) => member.developerId),
      platformStaff: person.platformStaff,
      developers: person.developers.map(({ developerId: id, developer: { name } }) => ({ id, name })),
      profileVersion: profileVersion(person),
    };
  };
}
