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

const ROLES: Partial<Record<StoreRole, Role>> = {
  [StoreRole.OWNER]: 'owner',
  [StoreRole.MANAGER]: 'manager',
  [StoreRole.SALES]: 'sales',
  [StoreRole.STOCK]: 'stock',
  // As an auth service of the version before tells managers.
  [StoreRole.TEAM]: 'manager',
};

/** A role that this program does not know yet may what all of them may. */
const roleOf = (role: StoreRole): Role => ROLES[role] ?? 'stock';
