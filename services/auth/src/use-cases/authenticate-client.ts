import {
  OAuthError,
  type ClientCredentials,
  type OAuthRefusal,
} from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { safeEqual, sha256 } from '@commerce/service-kit/crypto/hash.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { Deps } from '../deps.ts';
import { oauthRefusal } from '../domain/oauth-refusal.ts';
import type { WindowRule } from '../domain/rules.ts';
import { secondsUntil } from '../domain/seconds-until.ts';
import { clientFind, clientSecretTouch, type ClientRecord } from '../store/client-secret.ts';
import { rateWindowFind, rateWindowHit } from '../store/rate-window.ts';

const RECORD_USE_MS = 600_000;

/** The app that the credentials belong to, or the refusal. */
export type Authentication = { appId: string } | { refusal: OAuthRefusal };

/**
 * Authenticates a client (RFC 6749, 2.3) within the limits of the contract, section 8. Requests of an authenticated client are
 * counted per client. Failures are counted per client and address, so that guessing locks out only the address it comes from.
 * @param find finds the client and its secrets in force
 */
export async function authenticateClient(
  deps: Deps,
  credentials: ClientCredentials | undefined,
  find = (clientId: string, now: Date): Promise<ClientRecord> => clientFind(deps.db, clientId, now),
): Promise<Authentication> {
  const { clientId, clientSecret, ip } = credentials ?? { clientId: '', clientSecret: '', ip: '' };
  const { clientFailures, tokenRequests } = deps.rules;
  const nowMs = deps.clock.now();
  const failuresKey = sha256(`client-failure\n${clientId}\n${ip}`);
  // A malformed id must not reach the database, which fails on some texts.
  const [client, failures] = await Promise.all([
    find(isId('app', clientId) ? clientId : '', new Date(nowMs)),
    rateWindowFind(deps.limits, failuresKey, nowMs),
  ]);
  if (failures !== undefined && failures.hits >= clientFailures.limit)
    return limited(failures.expiresAt, nowMs);
  const matching = matchingSecret(clientSecret, client);
  if (matching === undefined) {
    const window = await rateWindowHit(deps.limits, failuresKey, nowMs, clientFailures);
    return isOver(window, clientFailures) ? limited(window.expiresAt, nowMs) : unknownClient();
  }
  const window = await rateWindowHit(deps.limits, sha256(`client\n${clientId}`), nowMs, tokenRequests);
  if (isOver(window, tokenRequests)) return limited(window.expiresAt, nowMs);
  if (client.suspended) return { refusal: oauthRefusal(OAuthError.INVALID_CLIENT, 'The app is suspended.') };
  await recordUse(deps, clientId, matching, nowMs);
  return { appId: clientId };
}

const isOver = (window: { hits: number }, rule: WindowRule): boolean => window.hits > rule.limit;

/** A secret of the client that is in force. */
interface MatchingSecret {
  hash: Buffer;
  usedAt: Date | null;
}

function matchingSecret(secret: string, client: ClientRecord): MatchingSecret | undefined {
  const hash = sha256(secret);
  // All of them are compared, so that the time reveals nothing.
  const index = client.secretHashes.map((known) => safeEqual(known, hash)).indexOf(true);
  if (index < 0 || client.appId === null) return undefined;
  return { hash, usedAt: client.secretsUsedAt[index] ?? null };
}

/** Records the time of a secret's last use, at most once in ten minutes; its developer sees which secrets are unused. */
async function recordUse(
  { db }: Deps,
  appId: string,
  { hash, usedAt }: MatchingSecret,
  nowMs: number,
): Promise<void> {
  if (usedAt !== null && nowMs - usedAt.getTime() < RECORD_USE_MS) return;
  await clientSecretTouch(db, appId, hash, new Date(nowMs));
}

const limited = (until: Date, nowMs: number): Authentication => ({
  refusal: oauthRefusal(OAuthError.RATE_LIMITED, '', secondsUntil(until, nowMs)),
});

const unknownClient = (): Authentication => ({
  refusal: oauthRefusal(OAuthError.INVALID_CLIENT, 'client_id or client_secret is wrong.'),
});
