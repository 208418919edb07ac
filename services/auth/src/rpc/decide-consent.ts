import {
  DecideConsentOutcome,
  type DecideConsentRequest,
  type DecideConsentResponse,
} from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { randomToken, sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { openConsent } from '../consents/sealed-consent.ts';
import type { Deps } from '../deps.ts';
import { mayAuthorize, mayDecide, type ConsentAnswer } from '../domain/consent.ts';
import { CODE_MS } from '../domain/lifetimes.ts';
import { openSession } from '../sessions/open-session.ts';
import { createCode } from '../store/authorization-code-create.ts';
import { createConsentRequest } from '../store/consent-request-create.ts';
import { decideConsentRequest } from '../store/consent-request-decide.ts';
import { lockConsent, type ConsentRow } from '../store/consent-request-find-locked.ts';
import { findDeveloperOfStore } from '../store/store-find-developer.ts';
import { isOwner } from '../store/membership-is-owner.ts';

const without = (outcome: DecideConsentOutcome): DecideConsentResponse => ({
  outcome,
  redirectUri: '',
  state: '',
  code: '',
});

/** Takes the merchant's answer (contract, section 5, step 1, outcomes 1 and 2). */
export function decideConsent(deps: Deps): Handler<DecideConsentRequest, DecideConsentResponse> {
  return async (_ctx, request) => {
    const session = await openSession(deps, request.sessionToken);
    if (request.allow && !session) return without(DecideConsentOutcome.SIGN_IN_REQUIRED);
    const asked = openConsent(deps.box, request.id, request.browserToken, deps.clock.now());
    if (!asked) return without(DecideConsentOutcome.GONE);
    return deps.database.transaction(async (tx) => {
      await createConsentRequest(tx, asked);
      const row = await lockConsent(tx, asked.id, asked.browserHash);
      const answer: ConsentAnswer = {
        decision: request.allow ? 'allow' : 'deny',
        personId: session?.person_id ?? null,
        storeId: request.allow ? request.storeId : null,
      };
      const nowMs = deps.clock.now();
      if (!row || !mayDecide(consentOf(row), answer, nowMs)) return without(DecideConsentOutcome.GONE);
      if (request.allow && row.app_suspended) return without(DecideConsentOutcome.APP_UNAVAILABLE);
      if (request.allow && !(await isOwner(tx, session!.person_id, request.storeId))) {
        return without(DecideConsentOutcome.NOT_OWNER);
      }
      if (request.allow && !(await mayAuthorizeOn(tx, row, request.storeId))) {
        return without(DecideConsentOutcome.NOT_PUBLISHED);
      }
      await decideConsentRequest(tx, { id: asked.id, decidedAt: new Date(nowMs), ...answer });
      const back = { redirectUri: row.redirect_uri, state: row.state };
      if (!request.allow) return { outcome: DecideConsentOutcome.DENIED, ...back, code: '' };
      const grant = { storeId: request.storeId, personId: session!.person_id };
      return { outcome: DecideConsentOutcome.ALLOWED, ...back, code: await issueCode(tx, row, grant, nowMs) };
    });
  };
}

async function mayAuthorizeOn(tx: Queryable, row: ConsentRow, storeId: string): Promise<boolean> {
  const app = { published: row.app_published, developerId: row.developer_id };
  return app.published || mayAuthorize(app, { developerId: await findDeveloperOfStore(tx, storeId) });
}

function consentOf(row: ConsentRow) {
  const given =
    row.decision === null
      ? null
      : { decision: row.decision, personId: row.decided_by, storeId: row.store_id };
  return { expiresAt: row.expires_at, decidedAt: row.decided_at, given };
}

async function issueCode(
  tx: Queryable,
  row: ConsentRow,
  grant: { storeId: string; personId: string },
  nowMs: number,
): Promise<string> {
  const code = randomToken();
  await createCode(tx, {
    codeHash: sha256(code),
    appId: row.app_id,
    ...grant,
    redirectUri: row.redirect_uri,
    scopes: row.scopes,
    codeChallenge: row.code_challenge,
    createdAt: new Date(nowMs),
    expiresAt: new Date(nowMs + CODE_MS),
  });
  return code;
}
