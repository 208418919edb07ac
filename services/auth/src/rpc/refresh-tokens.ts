import {
  OAuthError,
  TokenSet,
  type RefreshTokensRequest,
  type RefreshTokensResponse,
} from '@commerce/proto/commerce/auth/v1/oauth.ts';
import type { Context } from '@commerce/service-kit/context.ts';
import { randomToken, sha256 } from '@commerce/service-kit/crypto/hash.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { REFRESH_TOKEN_MS, REPLAY_MS } from '../domain/lifetimes.ts';
import { oauthRefusal } from '../domain/oauth-refusal.ts';
import { judgeRefresh, UNKNOWN_REFRESH_TOKEN } from '../domain/refresh.ts';
import { tokenSetOf } from '../domain/token-set.ts';
import type { ClientRecord } from '../store/client-secret.ts';
import {
  refreshReplayFind,
  refreshTokenFindWithClient,
  refreshTokenRotate,
  type RefreshTokenRecord,
} from '../store/refresh-token.ts';
import { authenticateClient } from '../use-cases/authenticate-client.ts';
import { revokeTokenFamily } from '../use-cases/revoke-token-family.ts';

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

/** Attempts to use a token whose state changes at the same time. */
const MAX_ATTEMPTS = 3;

/** Uses a refresh token and issues the next pair (contract, section 5, step 3). */
export const refreshTokens =
  (deps: Deps): Handler<RefreshTokensRequest, RefreshTokensResponse> =>
  async (ctx, request) => {
    const hash = sha256(request.refreshToken);
    const keyHash = request.idempotencyKey === '' ? undefined : sha256(request.idempotencyKey);
    let token: RefreshTokenRecord | undefined;
    const find = async (clientId: string, now: Date): Promise<ClientRecord> => {
      const found = await refreshTokenFindWithClient(deps.db, clientId, now, hash);
      token = found.token;
      return found.client;
    };
    const client = await authenticateClient(deps, request.client, find);
    if ('refusal' in client) return { result: { $case: 'refusal', value: client.refusal }, replayed: false };
    const presented: Presented = { appId: client.appId, hash, keyHash };
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const response = await refresh(deps, ctx, token, presented);
      if (response !== undefined) return response;
      await find(client.appId, new Date(deps.clock.now()));
    }
    throw new Fault('unavailable', 'The installation is changing too fast: try again.');
  };

/** @returns undefined when the token or its installation has changed since the token was found */
async function refresh(
  deps: Deps,
  ctx: Context,
  token: RefreshTokenRecord | undefined,
  presented: Presented,
): Promise<RefreshTokensResponse | undefined> {
  if (token === undefined) return refuse(UNKNOWN_REFRESH_TOKEN);
  const nowMs = deps.clock.now();
  const replay = await replayOf(deps, token, presented, nowMs);
  if (replay) return { result: { $case: 'tokens', value: replay }, replayed: true };
  const { installationId, tokenFamilyId, expiresAt, usedAt } = token;
  const ownClient = token.appId === presented.appId;
  const verdict = judgeRefresh(
    { ownClient, familyId: tokenFamilyId, expiresAt, usedAt, installation: token },
    nowMs,
  );
  if (verdict.kind === 'reuse')
    await deps.writer.change(ctx, (unit) => revokeTokenFamily(unit, installationId, tokenFamilyId, nowMs));
  if (verdict.kind !== 'rotate') return refuse(verdict.description);
  const tokens = await rotate(deps, token, presented, nowMs);
  return tokens && { result: { $case: 'tokens', value: tokens }, replayed: false };
}

/** The lost response: same client, same token, same Idempotency-Key, within 60 s, and nothing revoked since. */
async function replayOf(
  deps: Deps,
  token: RefreshTokenRecord,
  { appId, hash, keyHash }: Presented,
  nowMs: number,
): Promise<TokenSet | undefined> {
  const inForce =
    token.appId === appId && token.state === 'installed' && token.familyId === token.tokenFamilyId;
  if (token.usedAt === null || keyHash === undefined || !inForce) return undefined;
  const sealed = await refreshReplayFind(deps.db, hash, keyHash, new Date(nowMs));
  if (sealed === undefined) return undefined;
  return TokenSet.decode(Buffer.from(deps.box.open(sealed, replayPurpose(hash)), 'base64'));
}

/** @returns undefined when the token or its installation has changed since the token was found */
async function rotate(
  deps: Deps,
  token: RefreshTokenRecord,
  presented: Presented,
  nowMs: number,
): Promise<TokenSet | undefined> {
  const { installationId, storeId, scopes, generation } = token;
  const claims = { installationId, appId: presented.appId, storeId, scopes, generation };
  const refreshToken = randomToken();
  const accessToken = await deps.signer.sign(claims, await deps.signer.current());
  const tokens = tokenSetOf(token, accessToken, refreshToken);
  const isRotated = await refreshTokenRotate(deps.db, token, {
    usedHash: presented.hash,
    newHash: sha256(refreshToken),
    at: new Date(nowMs),
    expiresAt: new Date(nowMs + REFRESH_TOKEN_MS),
    replay: replayToKeep(deps, presented, tokens, nowMs),
  });
  return isRotated ? tokens : undefined;
}

/** The response to keep, encrypted, for a repetition with the same Idempotency-Key. */
function replayToKeep({ box }: Deps, { hash, keyHash }: Presented, tokens: TokenSet, nowMs: number) {
  if (keyHash === undefined) return undefined;
  const encoded = Buffer.from(TokenSet.encode(tokens).finish()).toString('base64');
  const answerSealed = box.seal(encoded, replayPurpose(hash));
  return { keyHash, answerSealed, expiresAt: new Date(nowMs + REPLAY_MS) };
}
