import type { Suspension } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { TeamRole, type GetSessionResponse } from '@commerce/proto/commerce/auth/v1/people.ts';
import { findEnumName } from '@commerce/proto/enum.ts';
import { isStoreRole } from '@commerce/console-api/access.ts';
import type { Session, StoreSuspension } from '@commerce/console-api/routes/session.ts';

/** Session of the signed-in person; undefined without one. */
export function sessionOf({
  person,
  memberships,
  developers,
  platformStaff,
  profileVersion,
  cli,
  supportEmail: contact,
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
    stores: (cli ? [] : memberships).flatMap(({ storeId: id, storeName: name, role: value, suspension }) => {
      // A role that this release does not know has no permissions.
      const role = findEnumName(TeamRole, value);
      return role === undefined || !isStoreRole(role)
        ? []
        : [{ id, name, role, suspension: suspensionView(suspension, contact) }];
    }),
    developers: developers.flatMap(({ id, name, role: value }) => {
      const role = findEnumName(TeamRole, value);
      return role === 'owner' || role === 'developer' ? [{ id, name, role }] : [];
    }),
    staff: platformStaff && !cli,
    cli,
  };
}

const suspensionView = (suspension: Suspension | undefined, contact: string): StoreSuspension | null =>
  suspension === undefined
    ? null
    : { since: new Date(suspension.sinceMs).toISOString(), reason: suspension.reason, contact };
