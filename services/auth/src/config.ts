import { serviceSettings } from '@commerce/service-kit/base-config.ts';
import { required, text, withDefault, type ConfigOf } from '@commerce/service-kit/config.ts';
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

/** What the auth service can be told. */
export const settings = {
  ...serviceSettings,
  LIMITS_DATABASE_URL: required(text.url('postgres', 'postgresql'), {
    description:
      'The PostgreSQL database of rate limits and idempotency keys, updated by every request. It needs no backup, and none may read it: a snapshot held open in it slows every request. Up to DATABASE_POOL_SIZE connections.',
    example: 'postgresql://auth_limits:secret@postgres:5432/auth_limits',
    secret: true,
  }),
  ENCRYPTION_KEYS: required(secretBoxSchema, {
    description:
      'Keys that encrypt what is kept (signing keys, answers of refreshes): the first encrypts, all decrypt.',
    example: 'k2:<base64 of 32 bytes>,k1:<base64 of 32 bytes>',
    secret: true,
  }),
  ISSUER_URL: required(text.url('https', 'http'), {
    description:
      'Public URL of the platform: of the OAuth endpoints, as whose issuer it is told (RFC 8414), and of the pages that mails link to.',
    example: 'https://commerce.example',
  }),
  ...mailSettings,
  RATE_LIMITS_PER_MINUTE: withDefault(byPlan, 'professional=600,enterprise=3000,demo=120,developer=120', {
    description:
      'Requests a minute of an installation to the public API, by plan of its store; a tenth may come at once.',
  }),
  RATE_LIMIT_MULTIPLIER: withDefault(text.number({ min: 0.01 }), '1', {
    description: 'Scales RATE_LIMITS_PER_MINUTE, for load tests.',
  }),
  INSTALL_LIMITS: withDefault(byPlan, 'professional=15,enterprise=100,demo=3,developer=20', {
    description: 'Most installed apps of a store, by its plan.',
  }),
  SIGN_IN_ATTEMPTS: withDefault(text.integer({ min: 1 }), '10', {
    description: 'Attempts to sign in with one e-mail from one address within SIGN_IN_WINDOW_S.',
  }),
  SIGN_IN_WINDOW_S: withDefault(seconds(), '600', {
    description: 'Window of SIGN_IN_ATTEMPTS and SIGN_IN_ATTEMPTS_OF_ADDRESS, in seconds.',
  }),
  SIGN_IN_ATTEMPTS_OF_ADDRESS: withDefault(text.integer({ min: 1 }), '100', {
    description:
      'Failed attempts to sign in from one address, whatever the e-mail, within SIGN_IN_WINDOW_S; many people may share an address.',
  }),
  SIGN_IN_ATTEMPTS_OF_ACCOUNT: withDefault(text.integer({ min: 1 }), '30', {
    description:
      'Failed attempts to sign in with one e-mail, from whatever address, within a minute: it slows guessing from many addresses. An address from which that e-mail has signed in within 30 days is not held up.',
  }),
  MAIL_REQUESTS_OF_ADDRESS: withDefault(text.integer({ min: 1 }), '20', {
    description:
      'Mails (of a password reset or a developer sign-up) that can be asked for from one address, whatever the e-mail, within an hour.',
  }),
  ANONYMOUS_REQUESTS_OF_ADDRESS: withDefault(text.integer({ min: 1 }), '120', {
    description:
      'Requests a minute from one address to the forms that need no session (sign-in, password reset, invitation, developer sign-up); many people may share an address.',
  }),
  SESSION_TTL_S: withDefault(seconds(), '86400', { description: 'Longest life of a session, in seconds.' }),
  SESSION_IDLE_S: withDefault(seconds(), '7200', {
    description: 'After this time without use a session ends, in seconds.',
  }),
  SIGNING_KEY_ROTATION_S: withDefault(seconds(), '2592000', {
    description: 'How long a key signs access tokens, in seconds.',
  }),
  SIGNING_KEY_LEAD_S: withDefault(seconds(), '300', {
    description:
      'How long a key is published before it signs, in seconds; longer than verifiers keep the key set.',
  }),
};

export type Config = ConfigOf<typeof settings>;

/** The rules that a configuration makes. */
export function rulesOf(config: Config): Rules {
  const issuer = config.ISSUER_URL.replace(/\/+$/, '');
  const scaled = PLANS.map((plan): [Plan, number] => [
    plan,
    config.RATE_LIMITS_PER_MINUTE[plan] * config.RATE_LIMIT_MULTIPLIER,
  ]);
  return {
    issuer,
    audience: `${issuer}/api/public`,
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
    sessionMs: config.SESSION_TTL_S * 1000,
    sessionIdleMs: config.SESSION_IDLE_S * 1000,
    rotation: {
      activeMs: config.SIGNING_KEY_ROTATION_S * 1000,
      leadMs: config.SIGNING_KEY_LEAD_S * 1000,
    },
  };
}
