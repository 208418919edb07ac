import type { CreateCliCodeRequest, CreateCliCodeResponse } from '@commerce/proto/commerce/auth/v1/people.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { requirePerson } from '../domain/actor.ts';
import { sealCliCode } from '../domain/cli-code.ts';

/** Creates a code for the command line that derived the challenge. */
export const createCliCode =
  ({ box, clock }: Deps): Handler<CreateCliCodeRequest, CreateCliCodeResponse> =>
  (ctx, { codeChallenge }) =>
    Promise.resolve({ code: sealCliCode(box, requirePerson(ctx), codeChallenge, clock.now()) });
