import type { CreateCliCodeRequest, CreateCliCodeResponse } from '@commerce/proto/commerce/auth/v1/people.ts';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { requirePerson } from '../domain/actor.ts';
import { sealCliCode } from '../domain/cli-code.ts';
import { personFindPasswordHash } from '../store/person.ts';

/** Creates a code for the command line that derived the challenge. Its use requires the session that creates it. */
export const createCliCode =
  ({ prisma, box, clock }: Deps): Handler<CreateCliCodeRequest, CreateCliCodeResponse> =>
  async (ctx, { codeChallenge, sessionToken }) => {
    const personId = requirePerson(ctx);
    const passwordHash = await personFindPasswordHash(prisma, personId);
    if (passwordHash === undefined) throw notFound();
    const origin = { personId, sessionToken, passwordHash };
    return { code: sealCliCode(box, origin, codeChallenge, clock.now()) };
  };
