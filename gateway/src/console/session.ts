import { StoreRole, type GetSessionResponse } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import type { Role } from '@commerce/console-api/access.ts';
import type { Session } from '@commerce/console-api/routes/session.ts';

/** Who is signed in; undefined when nobody is. */
export function sessionOf({
  person,
  memberships,
  developers,
  platformStaff,
}: GetSessionResponse): Session | undefined {
  if (person === undefined) return undefined;
  return {
    person: { id: person.id, name: person.name, email: person.email },
    stores: memberships.map(({ storeId, storeName, role }) => ({
      id: storeId,
      name: storeName,
      role: roleOf(role),
    })),
    developers: developers.map(({ id, name }) => ({ id, name })),
    staff: platformStaff,
  };
}

/** Team users were all alike before roles were told apart: they manage. */
const roleOf = (role: StoreRole): Role => (role === StoreRole.OWNER ? 'owner' : 'manager');
