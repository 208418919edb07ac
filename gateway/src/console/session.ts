import { TeamRole, type GetSessionResponse } from '@commerce/proto/commerce/auth/v1/people.ts';
import { findEnumName } from '@commerce/proto/enum.ts';
import { isStoreRole } from '@commerce/console-api/access.ts';
import type { Session } from '@commerce/console-api/routes/session.ts';

/** Session of the signed-in person; undefined without one. */
export function sessionOf({
  person,
  memberships,
  developers,
  platformStaff,
  profileVersion,
  cli,
}: GetSessionResponse): Session | undefined {
  if (person === undefined) return undefined;
  return {
    person: {
      id: person.id,
      name: person.name,
      email: person.email,
      language: person.language === 'en' ? 'en' : 'es',
      version: profileVersion,
    },
    stores: (cli ? [] : memberships).flatMap(({ storeId: id, storeName: name, role: value }) => {
      // A role that this release does not know has no permissions.
      const role = findEnumName(TeamRole, value);
      return role === undefined || !isStoreRole(role) ? [] : [{ id, name, role }];
    }),
    developers: developers.flatMap(({ id, name, role: value }) => {
      const role = findEnumName(TeamRole, value);
      return role === 'owner' || role === 'developer' ? [{ id, name, role }] : [];
    }),
    staff: platformStaff && !cli,
    cli,
  };
}
