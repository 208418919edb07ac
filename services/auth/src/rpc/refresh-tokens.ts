import {
  OAuthError,
  TokenSet,
  type RefreshTokensRequest,
  type RefreshTokensResponse,
} from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { randomToken, sha256 } from '@commerce/service-kit/crypto/hash.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Unit } from '@commerce/service-kit/write/writer.ts';
import type { Deps } from '../deps.ts';
import { REFRESH_TOKEN_MS, REPLAY_MS } from '../domain/lifetimes.ts';
import { oauthRefusal } from '../domain/oauth-refusal.ts';
import { judgeRefresh, UNKNOWN_REFRESH_TOKEN } from '../domain/refresh.ts';
import { tokenSetOf } from '../domain/token-set.ts';
import {
  refreshReplayFind,
  refreshTokenLock,
  refreshTokenRotate,
  type RefreshTokenRecord,
} from '../store/refresh-token.ts';
import { authenticateClient } from '../use-cases/authenticate-client.ts';
import { revokeTokenFamily } from '../use-cases/revoke-token-family.ts';
import type { SigningKey } from '../use-cases/sign-access-tokens.ts';

/** A refresh token that a client presents. */
interface Presented {
  appId: string;
  hash: Buffer;
  /** Hash of the Idempotency-Key, when there is one. */
  keyHash: Buffer | undefined;
}

const refuse = (description: string): RefreshTokensResponse => ({
  result: { $case: 'refusal', value: oauthRefusal(OAuthError.INVALID_GRANT, description) },
  replayed: false,
});

const replayPurpose = (tokenHash: Buffer): string => `refresh-replay:${tokenHash.toString('hex')}`;

/** Uses a refresh token and issues the next pair (contract, section 5, step 3). */
export const refreshTokens =
  (deps: Deps): Handler<RefreshTokensRequest, RefreshTokensResponse> =>
  async (ctx, request) => {
    const client = await authenticateClient(deps, request.client);
    if ('refusal' in client) return { result: { $case: 'refusal', value: client.refusal }, replayed: false };
    const key = await deps.signer.current();
    const presented: Presented = {
      appId: client.appId,
      hash: sha256(request.refreshToken),
      keyHash: request.idempotencyKey === '' ? undefined : sha256(request.idempotencyKey),
    };
    return deps.writer.change(ctx, (unit) => refresh(deps, unit, presented, key));
  };

async function refresh(
  deps: Deps,
  tx: Unit,
  presented: Presented,
  key: SigningKey,
): Promise<RefreshTokensResponse> {
  const token = await refreshTokenLock(tx, presented.hash);
  if (!token) return refuse(UNKNOWN_REFRESH_TOKEN);
  const nowMs = deps.clock.now();
  const replay = await replayOf(deps, tx, token, presented, nowMs);
  if (replay) return { result: { $case: 'tokens', value: replay }, replayed: true };
  const { installationId, tokenFamilyId, expiresAt, usedAt } = token;
  const ownClient = token.appId === presented.appId;
  const state = { ownClient, familyId: tokenFamilyId, expiresAt, usedAt, installation: token };
  const verdict = judgeRefresh(state, nowMs);
  if (verdict.kind === 'reuse') await revokeTokenFamily(tx, installationId, tokenFamilyId, nowMs);
  if (verdict.kind !== 'rotate') return refuse(verdict.description);
  const tokens = await rotate(deps, tx, { token, presented, key, nowMs });
  return { result: { $case: 'tokens', value: tokens }, replayed: false };
}

/** The lost response: same client, same token, same Idempotency-Key, within 60 s, and nothing revoked since. */
async function replayOf(
  deps: Deps,
  tx: Queryable,
  token: RefreshTokenRecord,
  { appId, hash, keyHash }: Presented,
  nowMs: number,
): Promise<TokenSet | undefined> {
  const inForce =
    token.appId === appId && token.state === 'installed' && token.familyId === token.tokenFamilyId;
  if (token.usedAt === null || keyHash === undefined || !inForce) return undefined;
  const sealed = await refreshReplayFind(tx, hash, keyHash, new Date(nowMs));
  if (sealed === undefined) return undefined;
  return TokenSet.decode(Buffer.from(deps.box.open(sealed, replayPurpose(hash)), 'base64'));
}

async function rotate(
  deps: Deps,
  tx: Queryable,
  use: { token: RefreshTokenRecord; presented: Presented; key: SigningKey; nowMs: number },
): Promise<TokenSet> {
  const { token, presented, key, nowMs } = use;
  const { installationId, storeId, scopes, generation } = token;
  const claims = { installationId, appId: presented.appId, storeId, scopes, generation };
  const refreshToken = randomToken();
  const tokens = tokenSetOf(token, await deps.signer.sign(claims, key), refreshToken);
  await refreshTokenRotate(tx, {
    usedHash: presented.hash,
    newHash: sha256(refreshToken),
    installationId,
    familyId: token.tokenFamilyId,
    at: new Date(nowMs),
    expiresAt: new Date(nowMs + REFRESH_TOKEN_MS),
    replay: replayToKeep(deps, presented, tokens, nowMs),
  });
  return tokens;
}

/** The response to keep, encrypted, for a repetition with the same Idempotency-Key. */
function replayToKeep({ box }: Deps, { hash, keyHash }: Presented, tokens: TokenSet, nowMs: number) {
  if (keyHash === undefined) return undefined;
  const encoded = Buffer.from(TokenSet.encode(tokens).finish()).toString('base64');
  const answerSealed = box.seal(encoded, replayPurpose(hash));
  return { keyHash, answerSealed, expiresAt: new Date(nowMs + REPLAY_MS) };
}
