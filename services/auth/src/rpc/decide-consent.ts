import {
  DecideConsentOutcome,
  type DecideConsentRequest,
  type DecideConsentResponse,
} from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { randomToken, sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { mayAuthorize, mayDecide, type ConsentAnswer, type ConsentToDecide } from '../domain/consent.ts';
import { CODE_MS } from '../domain/lifetimes.ts';
import { openConsent } from '../domain/sealed-consent.ts';
import { authorizationCodeInsert } from '../store/authorization-code.ts';
import {
  consentRequestDecide,
  consentRequestInsert,
  consentRequestLock,
  type ConsentRecord,
} from '../store/consent-request.ts';
import { membershipIsOwner } from '../store/membership.ts';
import type { Prisma } from '../store/prisma.ts';
import { storeFindDeveloper, storeIsSuspended } from '../store/store.ts';
import { resumeSession } from '../use-cases/resume-session.ts';

const without = (outcome: DecideConsentOutcome): DecideConsentResponse => ({
  outcome,
  redirectUri: '',
  state: '',
  code: '',
});

/** Records the merchant's answer (contract, section 5, step 1, outcomes 1 and 2). */
export const decideConsent =
  (deps: Deps): Handler<DecideConsentRequest, DecideConsentResponse> =>
  async (_ctx, request) => {
    const session = await resumeSession(deps, request.sessionToken);
    if (request.allow && !session) return without(DecideConsentOutcome.SIGN_IN_REQUIRED);
    const opened = openConsent(deps.box, request.id, request.browserToken, deps.clock.now());
    if (!opened) return without(DecideConsentOutcome.GONE);
    return deps.db.transaction(async (tx) => {
      await consentRequestInsert(deps.prisma, opened);
      const consent = await consentRequestLock(tx, opened.id, opened.browserHash);
      const answer: ConsentAnswer = {
        decision: request.allow ? 'allow' : 'deny',
        personId: session?.personId ?? null,
        storeId: request.allow ? request.storeId : null,
      };
      const nowMs = deps.clock.now();
      if (!consent || !mayDecide(toDecide(consent), answer, nowMs)) return without(DecideConsentOutcome.GONE);
      if (request.allow && consent.appSuspended) return without(DecideConsentOutcome.APP_UNAVAILABLE);
      if (request.allow && !(await membershipIsOwner(deps.prisma, session!.personId, request.storeId))) {
        return without(DecideConsentOutcome.NOT_OWNER);
      }
      if (request.allow && !(await mayAuthorizeOn(deps.prisma, consent, request.storeId))) {
        return without(DecideConsentOutcome.NOT_PUBLISHED);
      }
      if (request.allow && (await storeIsSuspended(deps.prisma, request.storeId))) {
        return without(DecideConsentOutcome.STORE_SUSPENDED);
      }
      // The time of the first answer stays.
      await consentRequestDecide(deps.prisma, opened.id, answer, consent.decidedAt ?? new Date(nowMs));
      const back = { redirectUri: consent.redirectUri, state: consent.state };
      if (!request.allow) return { outcome: DecideConsentOutcome.DENIED, ...back, code: '' };
      const grant = { storeId: request.storeId, personId: session!.personId };
      const code = await issueCode(deps.prisma, consent, grant, nowMs);
      return { outcome: DecideConsentOutcome.ALLOWED, ...back, code };
    });
  };

async function mayAuthorizeOn(prisma: Prisma, consent: ConsentRecord, storeId: string): Promise<boolean> {
  const app = { published: consent.appPublished, developerId: consent.developerId };
  return app.published || mayAuthorize(app, { developerId: await storeFindDeveloper(prisma, storeId) });
}

function toDecide({ expiresAt, decidedAt, decision, decidedBy, storeId }: ConsentRecord): ConsentToDecide {
  const answer = decision === null ? null : { decision, personId: decidedBy, storeId };
  return { expiresAt, decidedAt, answer };
}

async function issueCode(
  prisma: Prisma,
  { appId, redirectUri, scopes, codeChallenge }: ConsentRecord,
  grant: { storeId: string; personId: string },
  nowMs: number,
): Promise<string> {
  const code = randomToken();
  await authorizationCodeInsert(prisma, {
    codeHash: sha256(code),
    appId,
    ...grant,
    redirectUri,
    scopes,
    codeChallenge,
    createdAt: new Date(nowMs),
    expiresAt: new Date(nowMs + CODE_MS),
  });
  return code;
}
