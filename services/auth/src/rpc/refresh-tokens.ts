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
import { authenticateClient, refusal } from '../clients/authenticate-client.ts';
import type { Deps } from '../deps.ts';
import { ACCESS_TOKEN_MS, REFRESH_TOKEN_MS, REPLAY_MS } from '../domain/lifetimes.ts';
import { judgeRefresh, UNKNOWN_REFRESH_TOKEN } from '../domain/refresh.ts';
import { loseFamily } from '../installations/lose-family.ts';
import type { SigningKey } from '../signing/signer.ts';
import { findReplay } from '../store/refresh-replay-find.ts';
import { lockRefreshToken, type RefreshTokenRow } from '../store/refresh-token-find-locked.ts';
import { rotateRefreshToken } from '../store/refresh-token-rotate.ts';

/** A refresh token that a client presents. */
interface Presented {
  appId: string;
  hash: Buffer;
  /** Of the Idempotency-Key, when there is one. */
  keyHash: Buffer | undefined;
}

const refuse = (description: string): RefreshTokensResponse => ({
  result: { $case: 'refusal', value: refusal(OAuthError.INVALID_GRANT, description) },
  replayed: false,
});

const replayPurpose = (tokenHash: Buffer): string => `refresh-replay:${tokenHash.toString('hex')}`;

/** Uses up a refresh token and gives the next pair (contract, section 5, step 3). */
export function refreshTokens(deps: Deps): Handler<RefreshTokensRequest, RefreshTokensResponse> {
  return async (ctx, request) => {
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
}

async function refresh(
  deps: Deps,
  tx: Unit,
  presented: Presented,
  key: SigningKey,
): Promise<RefreshTokensResponse> {
  const row = await lockRefreshToken(tx, presented.hash);
  if (!row) return refuse(UNKNOWN_REFRESH_TOKEN);
  const nowMs = deps.clock.now();
  const replay = await replayOf(deps, tx, row, presented, nowMs);
  if (replay) return { result: { $case: 'tokens', value: replay }, replayed: true };
  const verdict = judgeRefresh(tokenOf(row, presented), nowMs);
  if (verdict.kind === 'reuse') await loseFamily(tx, row.installation_id, row.token_family_id, nowMs);
  if (verdict.kind !== 'rotate') return refuse(verdict.description);
  return {
    result: { $case: 'tokens', value: await rotate(deps, tx, row, presented, key, nowMs) },
    replayed: false,
  };
}

const tokenOf = (row: RefreshTokenRow, presented: Presented) => ({
  ownClient: row.app_id === presented.appId,
  familyId: row.token_family_id,
  expiresAt: row.expires_at,
  usedAt: row.used_at,
  installation: { state: row.state, familyId: row.family_id, familyStartedAt: row.family_started_at },
});

/** The answer that was lost: same client, same token, same Idempotency-Key, within 60 s, and nothing revoked since. */
async function replayOf(
  deps: Deps,
  tx: Queryable,
  row: RefreshTokenRow,
  { appId, hash, keyHash }: Presented,
  nowMs: number,
): Promise<TokenSet | undefined> {
  const inForce = row.app_id === appId && row.state === 'installed' && row.family_id === row.token_family_id;
  if (row.used_at === null || keyHash === undefined || !inForce) return undefined;
  const sealed = await findReplay(tx, hash, keyHash, new Date(nowMs));
  if (sealed === undefined) return undefined;
  return TokenSet.decode(Buffer.from(deps.box.open(sealed, replayPurpose(hash)), 'base64'));
}

async function rotate(
  deps: Deps,
  tx: Queryable,
  row: RefreshTokenRow,
  { appId, hash, keyHash }: Presented,
  key: SigningKey,
  nowMs: number,
): Promise<TokenSet> {
  const { installation_id: installationId, store_id: storeId, scopes, generation } = row;
  const claims = { installationId, appId, storeId, scopes, generation };
  const tokens: TokenSet = {
    accessToken: await deps.signer.sign(claims, key),
    expiresInS: ACCESS_TOKEN_MS / 1000,
    refreshToken: randomToken(),
    scopes,
    installationId,
    storeId,
    storeName: row.store_name,
  };
  const replay = keyHash && {
    keyHash,
    answerSealed: deps.box.seal(
      Buffer.from(TokenSet.encode(tokens).finish()).toString('base64'),
      replayPurpose(hash),
    ),
    expiresAt: new Date(nowMs + REPLAY_MS),
  };
  await rotateRefreshToken(tx, {
    usedHash: hash,
    newHash: sha256(tokens.refreshToken),
    installationId,
    familyId: row.token_family_id,
    at: new Date(nowMs),
    expiresAt: new Date(nowMs + REFRESH_TOKEN_MS),
    replay,
  });
  return tokens;
}
