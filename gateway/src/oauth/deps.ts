import type { Request, Response } from 'express';
import type { AdmissionServiceService } from '@commerce/proto/commerce/auth/v1/admission.ts';
import type { OAuthServiceService } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import type { PeopleServiceService } from '@commerce/proto/commerce/auth/v1/people.ts';
import { systemContext, type Context } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import type { ClientOf } from '@commerce/service-kit/grpc/client.ts';
import type { Logger } from '@commerce/service-kit/logger.ts';
import { requestIdOf } from '../edge/request-id.ts';

/** Dependencies of the OAuth pages and endpoints. */
export interface OAuthDeps {
  services: {
    oauth: ClientOf<typeof OAuthServiceService>;
    people: Pick<ClientOf<typeof PeopleServiceService>, 'signIn' | 'signOut'>;
    admission: Pick<ClientOf<typeof AdmissionServiceService>, 'getVerificationKeys'>;
  };
  /** Public URL of the platform, without a trailing slash; the issuer (RFC 8414). */
  publicUrl: string;
  logger: Logger;
  /** Maximum duration of a request, in ms. */
  requestTimeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 10_000;

/** Method and path of an OAuth route. */
export interface OAuthRoute {
  method: 'GET' | 'POST';
  path: string;
}

/** Handler of an OAuth route. */
export type OAuthHandler = (req: Request, res: Response) => Promise<void>;

/** Context of the calls of a request: the system is the actor. */
export function contextOf(deps: OAuthDeps, res: Response): Context {
  const deadlineMs = deadlineIn(deps.requestTimeoutMs ?? DEFAULT_TIMEOUT_MS);
  return systemContext(requestIdOf(res), deadlineMs);
}
