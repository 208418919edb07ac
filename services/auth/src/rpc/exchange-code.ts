import { randomUUID } from 'node:crypto';
import {
  OAuthError,
  type ExchangeCodeRequest,
  type ExchangeCodeResponse,
  type TokenSet,
} from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { randomToken, sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Unit } from '@commerce/service-kit/write/writer.ts';
import { authenticateClient, refusal } from '../clients/authenticate-client.ts';
import type { Deps } from '../deps.ts';
import { judgeCode } from '../domain/code.ts';
import { ACCESS_TOKEN_MS, REFRESH_TOKEN_MS } from '../domain/lifetimes.ts';
import { widenScopes } from '../domain/scope.ts';
import { tellAuthorized, tellInstalled } from '../events/publish.ts';
import { loseFamily } from '../installations/lose-family.ts';
import type { SigningKey } from '../signing/signer.ts';
import { lockCode, type CodeRow } from '../store/authorization-code-find-locked.ts';
import { useCode } from '../store/authorization-code-use.ts';
import type { InstallationRow } from '../store/installation-columns.ts';
import { countInstallations } from '../store/installation-count-of-store.ts';
import { createInstallation } from '../store/installation-create.ts';
import { lockInstallationOfApp } from '../store/installation-lock-by-app.ts';
import { reauthorizeInstallation } from '../store/installation-reauthorize.ts';
import { cancelRedaction } from '../store/redaction-cancel.ts';
import { createRefreshToken } from '../store/refresh-token-create.ts';
import type { StoreRow } from '../store/store-find-by-id.ts';
import { lockStore } from '../store/store-lock.ts';

const refuse = (description: string): ExchangeCodeResponse => ({
  result: { $case: 'refusal', value: refusal(OAuthError.INVALID_GRANT, description) },
});

/** Exchanges an authorization code (contract, section 5, step 2); creates, widens or brings back the installation. */
export function exchangeCode(deps: Deps): Handler<ExchangeCodeRequest, ExchangeCodeResponse> {
  return async (ctx, request) => {
    const client = await authenticateClient(deps, request.client);
    if ('refusal' in client) return { result: { $case: 'refusal', value: client.refusal } };
    const key = await deps.signer.current();
    const codeHash = sha256(request.code);
    return deps.writer.change(ctx, async (tx) => {
      const code = await lockCode(tx, codeHash);
      if (!code) return refuse('The code is not known.');
      const nowMs = deps.clock.now();
      const verdict = judgeCode(issuedCode(code), { appId: client.appId, ...request }, nowMs);
      if (verdict.kind === 'refuse') return refuse(verdict.description);
      if (verdict.kind === 'replay') {
        // RFC 6749, 4.1.2: what the first exchange gave is revoked.
        await loseFamily(tx, code.installation_id!, code.family_id!, nowMs);
        return refuse('The code has been used.');
      }
      const store = await lockStore(tx, code.store_id);
      const installation = await install(tx, code, store, deps.rules.installedApps[store.plan], nowMs);
      if (!installation) return refuse('install_limit_reached');
      const tokens = await issueFirst(deps, tx, { codeHash, installation, store, key }, nowMs);
      return { result: { $case: 'tokens', value: tokens } };
    });
  };
}

const issuedCode = (row: CodeRow) => ({
  appId: row.app_id,
  redirectUri: row.redirect_uri,
  codeChallenge: row.code_challenge,
  expiresAt: row.expires_at,
  usedAt: row.used_at,
});

/** The installation with a new family of tokens; undefined when the plan's limit is reached. The store is locked. */
async function install(
  tx: Unit,
  code: CodeRow,
  store: StoreRow,
  limit: number,
  nowMs: number,
): Promise<InstallationRow | undefined> {
  const given = { familyId: randomUUID(), personId: code.person_id, at: new Date(nowMs) };
  const present = await lockInstallationOfApp(tx, store.id, code.app_id);
  if (present) {
    const scopes = widenScopes(present.scopes, code.scopes);
    const widened = await reauthorizeInstallation(tx, { id: present.id, scopes, ...given });
    tellAuthorized(tx, widened);
    return widened;
  }
  if ((await countInstallations(tx, store.id)) >= limit) return undefined;
  const scopes = widenScopes([], code.scopes);
  const created = await createInstallation(tx, { storeId: store.id, appId: code.app_id, scopes, ...given });
  await cancelRedaction(tx, store.id, code.app_id);
  tellInstalled(tx, created);
  return created;
}

async function issueFirst(
  deps: Deps,
  tx: Queryable,
  given: { codeHash: Buffer; installation: InstallationRow; store: StoreRow; key: SigningKey },
  nowMs: number,
): Promise<TokenSet> {
  const { installation, store } = given;
  const refreshToken = randomToken();
  const familyId = installation.family_id!;
  const refreshUntil = new Date(nowMs + REFRESH_TOKEN_MS);
  const ids = { installationId: installation.id, familyId };
  await createRefreshToken(tx, {
    hash: sha256(refreshToken),
    ...ids,
    issuedAt: new Date(nowMs),
    expiresAt: refreshUntil,
  });
  await useCode(tx, { codeHash: given.codeHash, usedAt: new Date(nowMs), ...ids, forgetAt: refreshUntil });
  const { scopes, generation, app_id: appId, store_id: storeId, id } = installation;
  const claims = { installationId: id, appId, storeId, scopes, generation };
  return {
    accessToken: await deps.signer.sign(claims, given.key),
    expiresInS: ACCESS_TOKEN_MS / 1000,
    refreshToken,
    scopes,
    installationId: id,
    storeId: store.id,
    storeName: store.name,
  };
}
