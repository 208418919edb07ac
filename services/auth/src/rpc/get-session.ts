import {
  TeamRole,
  type GetSessionRequest,
  type GetSessionResponse,
} from '@commerce/proto/commerce/auth/v1/people.ts';
import { enumValue } from '@commerce/proto/enum.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { profileVersion } from '../domain/profile.ts';
import type { DeveloperRole, Role } from '../domain/role.ts';
import { toSuspension } from '../domain/suspension.ts';
import { personFindWithRoles } from '../store/person.ts';
import { resumeSession } from '../use-cases/resume-session.ts';

const NO_SESSION: GetSessionResponse = {
  person: undefined,
  memberships: [],
  developerIds: [],
  platformStaff: false,
  developers: [],
  profileVersion: '',
  cli: false,
  supportEmail: '',
};

/** The person of a session, with the stores and developers they belong to. */
export const getSession =
  (deps: Deps): Handler<GetSessionRequest, GetSessionResponse> =>
  async (_ctx, { token }) => {
    const session = await resumeSession(deps, token);
    const person = session && (await personFindWithRoles(deps.prisma, session.personId));
    if (!person) return NO_SESSION;
    return {
      person: { id: person.id, name: person.name, email: person.email, language: person.language },
      memberships: person.memberships.map(({ storeId, store, role }) => ({
        storeId,
        storeName: store.name,
        role: enumValue(TeamRole, role as Role),
        suspension: toSuspension(store),
      })),
      developerIds: person.developers.map((member) => member.developerId),
      platformStaff: person.platformStaff,
      developers: person.developers.map(({ developerId: id, developer: { name }, role }) => ({
        id,
        name,
        role: enumValue(TeamRole, role as DeveloperRole),
      })),
      profileVersion: profileVersion(person),
      cli: session.cli,
      supportEmail: deps.rules.supportEmail,
    };
  };
