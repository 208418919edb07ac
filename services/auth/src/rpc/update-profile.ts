import type { UpdateProfileRequest, UpdateProfileResponse } from '@commerce/proto/commerce/auth/v1/people.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { AuthDeps } from '../deps.ts';
import { languageOf, nameOf } from '../domain/profile.ts';
import { personOf } from '../sessions/person-of.ts';
import { setProfile } from '../store/person-set-profile.ts';

/** Changes what a person is called and the language that they are written to in. */
export function updateProfile({ database }: AuthDeps): Handler<UpdateProfileRequest, UpdateProfileResponse> {
  return async (ctx, given) => {
    const name = given.name === undefined ? undefined : nameOf(given.name, 'name');
    const language = given.language === undefined ? undefined : languageOf(given.language);
    const person = await setProfile(database, personOf(ctx), { name, language });
    if (!person) throw notFound();
    return { person };
  };
}
