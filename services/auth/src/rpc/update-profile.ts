import type { UpdateProfileRequest, UpdateProfileResponse } from '@commerce/proto/commerce/auth/v1/people.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { requireVersion } from '@commerce/service-kit/version.ts';
import type { Deps } from '../deps.ts';
import { requirePerson } from '../domain/actor.ts';
import { languageOf, nameOf, profileVersion } from '../domain/profile.ts';
import { personLock, personSetProfile } from '../store/person.ts';

/** Changes the name of a person and the language of their emails. */
export const updateProfile =
  ({ db, prisma }: Deps): Handler<UpdateProfileRequest, UpdateProfileResponse> =>
  async (ctx, given) => {
    const name = given.name === undefined ? undefined : nameOf(given.name, 'name');
    const language = given.language === undefined ? undefined : languageOf(given.language);
    return db.transaction(async (tx) => {
      const before = await personLock(tx, requirePerson(ctx));
      if (!before) throw notFound();
      requireVersion(given.expectedVersion, profileVersion(before));
      return { person: await personSetProfile(prisma, before.id, { name, language }) };
    });
  };
