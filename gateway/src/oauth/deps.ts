import type { Request, Response } from 'express';
import type { AdmissionServiceService } from '@commerce/proto/commerce/auth/v1/admission.ts';
import type { OAuthServiceService } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import type { PeopleServiceService } from '@commerce/proto/commerce/auth/v1/people.ts';
import { systemContext, type Context } from '@commerce/service-kit/context.ts';
import type { ClientOf } from '@commerce/service-kit/grpc/client.ts';
import type { Logger } from '@commerce/service-kit/logger.ts';
import { requestIdOf } from '../edge/request-id.ts';

/** What the OAuth pages and endpoints work with. */
export interface OAuthDeps {
  services: {
    oauth: ClientOf<typeof OAuthServiceService>;
    people: Pick<ClientOf<typeof PeopleServiceService>, 'signIn' | 'signOut'>;
    admission: Pick<ClientOf<typeof AdmissionServiceService>, 'getVerificationKeys'>;
  };
  /** The URL at which people and apps reach the platform, without a trailing slash; the issuer (RFC 8414). */
  publicUrl: string;
  logger: Logger;
  /** How long a request may take, in ms. */
  requestTimeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 10_000;

/** What answers a route. */
export type OAuthHandler = (req: Request, res: Response) => Promise<void>;

/** The context of the calls that a request causes: the platform asks, for nobody in particular. */
export function contextOf(deps: OAuthDeps, res: Response): Context {
  const deadlineMs = Date.now() + (deps.requestTimeoutMs ?? DEFAULT_TIMEOUT_MS);
  return systemContext(requestIdOf(res), deadlineMs);
}

/** The address that failures are counted by. */
export const addressOf = (req: Request): string => req.ip ?? '';
