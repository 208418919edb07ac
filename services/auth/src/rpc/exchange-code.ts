import {
  OAuthError,
  type ExchangeCodeRequest,
  type ExchangeCodeResponse,
  type TokenSet,
} from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { randomToken, sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { judgeCode } from '../domain/code.ts';
import type { InstallationRecord } from '../domain/installation.ts';
import { REFRESH_TOKEN_MS } from '../domain/lifetimes.ts';
import { oauthRefusal, STORE_SUSPENDED } from '../domain/oauth-refusal.ts';
import { tokenSetOf } from '../domain/token-set.ts';
import { authorizationCodeLock, authorizationCodeUse } from '../store/authorization-code.ts';
import { refreshTokenInsert } from '../store/refresh-token.ts';
import { storeLock, type StoreRecord } from '../store/store.ts';
import { authenticateClient } from '../use-cases/authenticate-client.ts';
import { installApp } from '../use-cases/install-app.ts';
import { revokeTokenFamily } from '../use-cases/revoke-token-family.ts';
import type { SigningKey } from '../use-cases/sign-access-tokens.ts';

const refuse = (description: string): ExchangeCodeResponse => ({
  result: { $case: 'refusal', value: oauthRefusal(OAuthError.INVALID_GRANT, description) },
});

/** Exchanges an authorization code (contract, section 5, step 2); creates, widens or restores the installation. */
export const exchangeCode =
  (deps: Deps): Handler<ExchangeCodeRequest, ExchangeCodeResponse> =>
  async (ctx, request) => {
    const client = await authenticateClient(deps, request.client);
    if ('refusal' in client) return { result: { $case: 'refusal', value: client.refusal } };
    const key = await deps.signer.current();
    const codeHash = sha256(request.code);
    return deps.writer.change(ctx, async (tx) => {
      const code = await authorizationCodeLock(tx, codeHash);
      if (!code) return refuse('The code is not known.');
      const nowMs = deps.clock.now();
      const verdict = judgeCode(code, { appId: client.appId, ...request }, nowMs);
      if (verdict.kind === 'refuse') return refuse(verdict.description);
      if (verdict.kind === 'replay') {
        // RFC 6749, 4.1.2: the tokens of the first exchange are revoked.
        await revokeTokenFamily(tx, code.installationId!, code.familyId!, nowMs);
        return refuse('The code has been used.');
      }
      const store = await storeLock(tx, code.storeId);
      if (store.suspended) return refuse(STORE_SUSPENDED);
      const installation = await installApp(tx, code, store, deps.rules.installedApps[store.plan], nowMs);
      if (!installation) return refuse('install_limit_reached');
      const tokens = await issueFirst(deps, tx, { codeHash, installation, store, key }, nowMs);
      return { result: { $case: 'tokens', value: tokens } };
    });
  };

async function issueFirst(
  deps: Deps,
  tx: Queryable,
  grant: { codeHash: Buffer; installation: InstallationRecord; store: StoreRecord; key: SigningKey },
  nowMs: number,
): Promise<TokenSet> {
  const { codeHash, installation, store, key } = grant;
  const { id: installationId, appId, storeId, scopes, generation } = installation;
  const refreshToken = randomToken();
  const issuedAt = new Date(nowMs);
  const expiresAt = new Date(nowMs + REFRESH_TOKEN_MS);
  const family = { installationId, familyId: installation.familyId! };
  await refreshTokenInsert(tx, { hash: sha256(refreshToken), ...family, issuedAt, expiresAt });
  await authorizationCodeUse(tx, { codeHash, usedAt: issuedAt, ...family, forgetAt: expiresAt });
  const accessToken = await deps.signer.sign({ installationId, appId, storeId, scopes, generation }, key);
  return tokenSetOf({ installationId, storeId, storeName: store.name, scopes }, accessToken, refreshToken);
}
