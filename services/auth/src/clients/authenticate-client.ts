import {
  OAuthError,
  type ClientCredentials,
  type OAuthRefusal,
} from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { safeEqual, sha256 } from '@commerce/service-kit/crypto/hash.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { Deps } from '../deps.ts';
import type { WindowRule } from '../rules.ts';
import { findClient, type ClientRow } from '../store/client-find-with-secrets.ts';
import { touchClientSecret } from '../store/client-secret-touch.ts';
import { findRateWindow } from '../store/rate-window-find.ts';
import { hitRateWindow } from '../store/rate-window-hit.ts';

const NOTE_USE_MS = 600_000;

/** Whom the credentials belong to, or why they are refused. */
export type Authentication = { appId: string } | { refusal: OAuthRefusal };

/** A refusal of the token endpoints. */
export const refusal = (error: OAuthError, description = '', retryAfterS = 0): OAuthRefusal => ({
  error,
  description,
  retryAfterS,
});

/**
 * Authenticates a client (RFC 6749, 2.3) within the limits of the contract, section 8. Requests of an authenticated client
 * are counted per client; failures per client and address, so that who guesses locks out nobody but himself.
 */
export async function authenticateClient(
  deps: Deps,
  credentials: ClientCredentials | undefined,
): Promise<Authentication> {
  const { clientId, clientSecret, ip } = credentials ?? { clientId: '', clientSecret: '', ip: '' };
  const { clientFailures, tokenRequests } = deps.rules;
  const nowMs = deps.clock.now();
  const failuresKey = sha256(`client-failure\n${clientId}\n${ip}`);
  // A text that is no id finds no client; it must not reach the database, which would choke on some.
  const [client, failures] = await Promise.all([
    findClient(deps.database, isId('app', clientId) ? clientId : '', new Date(nowMs)),
    findRateWindow(deps.limits, failuresKey, nowMs),
  ]);
  if (failures !== undefined && failures.hits >= clientFailures.limit)
    return limited(failures.expires_at, nowMs);
  const matching = matchingSecret(clientSecret, client);
  if (matching === undefined) {
    const window = await hitRateWindow(deps.limits, failuresKey, nowMs, clientFailures);
    return isOver(window, clientFailures) ? limited(window.expires_at, nowMs) : unknownClient();
  }
  const window = await hitRateWindow(deps.limits, sha256(`client\n${clientId}`), nowMs, tokenRequests);
  if (isOver(window, tokenRequests)) return limited(window.expires_at, nowMs);
  if (client.suspended) return { refusal: refusal(OAuthError.INVALID_CLIENT, 'The app is suspended.') };
  await noteUse(deps, clientId, matching, nowMs);
  return { appId: clientId };
}

const isOver = (window: { hits: number }, rule: WindowRule): boolean => window.hits > rule.limit;

/** A secret of the client that is in force. */
interface MatchingSecret {
  hash: Buffer;
  usedAt: Date | null;
}

function matchingSecret(secret: string, client: ClientRow): MatchingSecret | undefined {
  const hash = sha256(secret);
  // Each is compared, whichever matches: the time tells nothing.
  const at = client.secret_hashes.map((known) => safeEqual(known, hash)).indexOf(true);
  if (at < 0 || client.app_id === null) return undefined;
  return { hash, usedAt: client.secrets_used_at[at] ?? null };
}

/** Keeps the time of a secret's last use, for its developer to see which may go; a write in ten minutes is near enough. */
async function noteUse(
  { database }: Deps,
  appId: string,
  { hash, usedAt }: MatchingSecret,
  nowMs: number,
): Promise<void> {
  if (usedAt !== null && nowMs - usedAt.getTime() < NOTE_USE_MS) return;
  await touchClientSecret(database, appId, hash, new Date(nowMs));
}

function limited(until: Date, nowMs: number): Authentication {
  const retryAfterS = Math.max(1, Math.ceil((until.getTime() - nowMs) / 1000));
  return { refusal: refusal(OAuthError.RATE_LIMITED, '', retryAfterS) };
}

const unknownClient = (): Authentication => ({
  refusal: refusal(OAuthError.INVALID_CLIENT, 'client_id or client_secret is wrong.'),
});
