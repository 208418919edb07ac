import { serviceSettings } from '@commerce/service-kit/base-config.ts';
import { optional, required, text, withDefault, type ConfigOf } from '@commerce/service-kit/config.ts';
import { secretBoxSchema } from '@commerce/service-kit/crypto/secret-box.ts';
import { mailSettings } from '@commerce/service-kit/mail/settings.ts';
import { PLANS, type ByPlan, type Plan } from './domain/plan.ts';
import type { Rules } from './domain/rules.ts';

const byPlan = text.string().transform((given, check): ByPlan => {
  const entries = given.split(',').map((part) => part.split('=').map((side) => side.trim()));
  const valid =
    entries.length === PLANS.length &&
    PLANS.every((plan) => entries.some(([name, value]) => name === plan && /^[1-9]\d*$/.test(value ?? '')));
  if (!valid)
    check.addIssue({ code: 'custom', message: `must be <plan>=<number> for each of ${PLANS.join(', ')}` });
  return Object.fromEntries(entries.map(([name, value]) => [name, Number(value)])) as ByPlan;
});

const seconds = () => text.integer({ min: 1 });

/** Settings of the auth service. */
export const settings = {
  ...serviceSettings,
  LIMITS_DATABASE_URL: required(text.url('postgres', 'postgresql'), {
    description:
      'PostgreSQL database of rate limits and idempotency keys, updated by every request. It needs no backup, and no backup may read it: an open snapshot slows every request. Up to DATABASE_POOL_SIZE connections.',
    example: 'postgresql://auth_limits:secret@postgres:5432/auth_limits',
    secret: true,
  }),
  ENCRYPTION_KEYS: required(secretBoxSchema, {
    description:
      'Encryption keys of stored secrets (signing keys, refresh responses): the first encrypts, all decrypt.',
    example: 'k2:<base64 of 32 bytes>,k1:<base64 of 32 bytes>',
    secret: true,
  }),
  ISSUER_URL: required(text.url('https', 'http'), {
    description:
      'Public URL of the platform, used as OAuth issuer (RFC 8414) and as base URL of links in emails.',
    example: 'https://commerce.example',
  }),
  ...mailSettings,
  SUPPORT_EMAIL: optional(text.string(), {
    description: 'Email address that the team of a suspended store is asked to write to.',
    example: 'support@commerce.example',
  }),
  RATE_LIMITS_PER_MINUTE: withDefault(byPlan, 'professional=600,enterprise=3000,demo=120,developer=120', {
    description:
      'Rate limit of an installation on the public API, in requests a minute, by plan of its store; the burst is a tenth of it.',
  }),
  RATE_LIMIT_MULTIPLIER: withDefault(text.number({ min: 0.01 }), '1', {
    description: 'Scales RATE_LIMITS_PER_MINUTE, for load tests.',
  }),
  INSTALL_LIMITS: withDefault(byPlan, 'professional=15,enterprise=100,demo=3,developer=20', {
    description: 'Maximum number of installed apps of a store, by its plan.',
  }),
  SIGN_IN_ATTEMPTS: withDefault(text.integer({ min: 1 }), '10', {
    description: 'Maximum attempts to sign in with one email from one address within SIGN_IN_WINDOW_S.',
  }),
  SIGN_IN_WINDOW_S: withDefault(seconds(), '600', {
    description: 'Window of SIGN_IN_ATTEMPTS and SIGN_IN_ATTEMPTS_OF_ADDRESS, in seconds.',
  }),
  SIGN_IN_ATTEMPTS_OF_ADDRESS: withDefault(text.integer({ min: 1 }), '100', {
    description:
      'Maximum failed attempts to sign in from one address, with any email, within SIGN_IN_WINDOW_S; many people may share an address.',
  }),
  SIGN_IN_ATTEMPTS_OF_ACCOUNT: withDefault(text.integer({ min: 1 }), '30', {
    description:
      'Maximum failed attempts to sign in with one email, from any address, within a minute; slows guessing from many addresses. Addresses from which that email has signed in within 30 days are exempt.',
  }),
  MAIL_REQUESTS_OF_ADDRESS: withDefault(text.integer({ min: 1 }), '20', {
    description:
      'Maximum emails (password resets and developer sign-ups) requested from one address, for any recipient, within an hour.',
  }),
  ANONYMOUS_REQUESTS_OF_ADDRESS: withDefault(text.integer({ min: 1 }), '120', {
    description:
      'Maximum requests a minute from one address to the forms that need no session (sign-in, password reset, invitation, developer sign-up); many people may share an address. Apps may begin five times as many authorizations from it.',
  }),
  SESSION_TTL_S: withDefault(seconds(), '86400', {
    description: 'Maximum lifetime of a session, in seconds.',
  }),
  SESSION_IDLE_S: withDefault(seconds(), '7200', {
    description: 'Time without use after which a session ends, in seconds.',
  }),
  SIGNING_KEY_ROTATION_S: withDefault(seconds(), '2592000', {
    description: 'Time for which a key signs access tokens, in seconds.',
  }),
  SIGNING_KEY_LEAD_S: withDefault(seconds(), '300', {
    description:
      'Time for which a key is published before it signs, in seconds; must be longer than verifiers cache the key set.',
  }),
};

export type Config = ConfigOf<typeof settings>;

/** The limits and lifetimes of a configuration. */
export function rulesOf(config: Config): Rules {
  const issuer = config.ISSUER_URL.replace(/\/+$/, '');
  const scaled = PLANS.map((plan): [Plan, number] => [
    plan,
    config.RATE_LIMITS_PER_MINUTE[plan] * config.RATE_LIMIT_MULTIPLIER,
  ]);
  return {
    issuer,
    audience: `${issuer}/api/public`,
    supportEmail: config.SUPPORT_EMAIL ?? '',
    requestsPerMinute: Object.fromEntries(scaled) as ByPlan,
    installedApps: config.INSTALL_LIMITS,
    tokenRequests: { limit: 300, windowMs: 60_000 },
    clientFailures: { limit: 10, windowMs: 600_000 },
    signIns: { limit: config.SIGN_IN_ATTEMPTS, windowMs: config.SIGN_IN_WINDOW_S * 1000 },
    signInsOfAddress: {
      limit: config.SIGN_IN_ATTEMPTS_OF_ADDRESS,
      windowMs: config.SIGN_IN_WINDOW_S * 1000,
    },
    signInsOfAccount: { limit: config.SIGN_IN_ATTEMPTS_OF_ACCOUNT, windowMs: 60_000 },
    mailsOfAddress: { limit: config.MAIL_REQUESTS_OF_ADDRESS, windowMs: 3_600_000 },
    anonymousRequests: { limit: config.ANONYMOUS_REQUESTS_OF_ADDRESS, windowMs: 60_000 },
    authorizationsOfAddress: { limit: 5 * config.ANONYMOUS_REQUESTS_OF_ADDRESS, windowMs: 60_000 },
    sessionMs: config.SESSION_TTL_S * 1000,
    sessionIdleMs: config.SESSION_IDLE_S * 1000,
    rotation: {
      activeMs: config.SIGNING_KEY_ROTATION_S * 1000,
      leadMs: config.SIGNING_KEY_LEAD_S * 1000,
    },
  };
}
