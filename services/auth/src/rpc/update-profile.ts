import type { UpdateProfileRequest, UpdateProfileResponse } from '@commerce/proto/commerce/auth/v1/people.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { requireVersion } from '@commerce/service-kit/version.ts';
import type { Deps } from '../deps.ts';
import { languageOf, nameOf, profileVersion } from '../domain/profile.ts';
import { personOf } from '../sessions/person-of.ts';
import { lockPerson } from '../store/person-find-by-id.ts';
import { setProfile } from '../store/person-set-profile.ts';

/** Changes what a person is called and the language that they are written to in. */
export function updateProfile({ database }: Deps): Handler<UpdateProfileRequest, UpdateProfileResponse> {
  return async (ctx, given) => {
    const name = given.name === undefined ? undefined : nameOf(given.name, 'name');
    const language = given.language === undefined ? undefined : languageOf(given.language);
    return database.transaction(async (tx) => {
      const before = await lockPerson(tx, personOf(ctx));
      if (!before) throw notFound();
      requireVersion(given.expectedVersion, profileVersion(before));
      return { person: await setProfile(tx, before.id, { name, language }) };
    });
  };
}
