import { createHash, createSecretKey } from 'node:crypto';
import { Verdict, type AdmitResponse_Decision } from '@commerce/proto/commerce/auth/v1/admission.ts';
import type { ClientCredentials, OAuthRefusal, TokenSet } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import type { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import { randomToken } from '@commerce/service-kit/crypto/hash.ts';
import { SecretBox } from '@commerce/service-kit/crypto/secret-box.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { createLogger } from '@commerce/service-kit/logger.ts';
import { createTestDatabase, TestPool } from '@commerce/service-kit/testing/database.ts';
import { drainOutbox, testWriter } from '@commerce/service-kit/testing/writer.ts';
import { decodeJwt } from 'jose';
import type { Deps } from '../../src/deps.ts';
import { KnownPlans } from '../../src/domain/known-plans.ts';
import { Passwords } from '../../src/domain/passwords.ts';
import type { Plan } from '../../src/domain/plan.ts';
import type { Rules } from '../../src/domain/rules.ts';
import definition from '../../src/main.ts';
import { admit } from '../../src/rpc/admit.ts';
import { createConsentRequest } from '../../src/rpc/create-consent-request.ts';
import { decideConsent } from '../../src/rpc/decide-consent.ts';
import { exchangeCode } from '../../src/rpc/exchange-code.ts';
import { refreshTokens } from '../../src/rpc/refresh-tokens.ts';
import { revokeToken } from '../../src/rpc/revoke-token.ts';
import { signIn } from '../../src/rpc/sign-in.ts';
import { uninstall } from '../../src/rpc/uninstall.ts';
import { createApp, createDeveloper, createMembership, createPerson, createStore } from '../../src/seed.ts';
import { openPrisma } from '../../src/store/prisma.ts';
import { maintainSigningKeys } from '../../src/use-cases/rotate-signing-keys.ts';
import { Signer } from '../../src/use-cases/sign-access-tokens.ts';
import { KNOWN_PASSWORD } from './password.ts';

/** A clock that stands still until a test moves it. */
export class TestClock {
  nowMs = Date.UTC(2026, 9, 1, 12);
  now(): number {
    return this.nowMs;
  }
  /** Lets time pass. */
  pass(ms: number): void {
    this.nowMs += ms;
  }
}

export const RULES: Rules = {
  issuer: 'https://commerce.example',
  audience: 'https://commerce.example/api/public',
  supportEmail: 'support@commerce.example',
  requestsPerMinute: { professional: 600, enterprise: 3000, demo: 120, developer: 120 },
  installedApps: { professional: 15, enterprise: 100, demo: 3, developer: 20 },
  tokenRequests: { limit: 300, windowMs: 60_000 },
  clientFailures: { limit: 10, windowMs: 600_000 },
  signIns: { limit: 10, windowMs: 600_000 },
  signInsOfAddress: { limit: 100, windowMs: 600_000 },
  anonymousRequests: { limit: 3, windowMs: 60_000 },
  authorizationsOfAddress: { limit: 600, windowMs: 60_000 },
  signInsOfAccount: { limit: 30, windowMs: 60_000 },
  mailsOfAddress: { limit: 20, windowMs: 3_600_000 },
  sessionMs: 86_400_000,
  sessionIdleMs: 7_200_000,
  rotation: { activeMs: 30 * 86_400_000, leadMs: 300_000 },
};

export const ALL_SCOPES = ['read_products', 'read_prices', 'read_stock', 'write_products'];
export const REDIRECT_URI = 'https://app.example/callback';
export const PASSWORD = KNOWN_PASSWORD.password;
export const VERIFIER = 'v'.repeat(43);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

/** A registered app with its secret. */
export interface TestApp {
  id: string;
  secret: string;
  developerId: string;
}

/** A store with its owner. */
export interface TestStore {
  id: string;
  ownerEmail: string;
  ownerSession: string;
}

/** A replica of the auth service on a database of its own, or on that of another fixture. */
export class AuthFixture {
  readonly clock: TestClock;
  readonly deps: Deps;
  readonly url: string;
  readonly limitsUrl: string;
  readonly #drop: (() => Promise<void>) | undefined;

  private constructor(
    url: string,
    limitsUrl: string,
    clock: TestClock,
    box: SecretBox,
    drop?: () => Promise<void>,
  ) {
    const db = new TestPool(url, 20);
    const limits = new TestPool(limitsUrl, 20, { asynchronousCommit: true });
    const signer = new Signer(db, box, clock, RULES);
    this.url = url;
    this.limitsUrl = limitsUrl;
    this.clock = clock;
    const writer = testWriter('auth', db, clock);
    const passwords = new Passwords();
    this.deps = {
      db,
      limits,
      plans: new KnownPlans(),
      prisma: openPrisma(db),
      writer,
      clock,
      logger: createLogger('test', 'silent'),
      box,
      signer,
      passwords,
      sendMail: undefined,
      rules: RULES,
    };
    this.#drop = drop;
  }

  static async create(): Promise<AuthFixture> {
    const database = await createTestDatabase(definition.migrations);
    const limits = await createTestDatabase(definition.shortLived!.migrations, { kitTables: false });
    const box = new SecretBox(new Map([['k1', createSecretKey(Buffer.alloc(32, 7))]]));
    const fixture = new AuthFixture(database.url, limits.url, new TestClock(), box, async () => {
      await database.drop();
      await limits.drop();
    });
    await maintainSigningKeys(fixture.deps);
    return fixture;
  }

  /** Another replica: own connections, own memory, same database and clock. */
  replica(box = this.deps.box): AuthFixture {
    return new AuthFixture(this.url, this.limitsUrl, this.clock, box);
  }

  async close(): Promise<void> {
    await this.deps.db.close();
    await this.deps.limits.close();
    await this.#drop?.();
  }

  /** Calls an RPC's handler. */
  async call<Q, R>(rpc: (deps: Deps) => Handler<Q, R>, request: Q, storeId = ''): Promise<R> {
    const ctx = systemContext('test', deadlineIn(30_000), storeId);
    return (await rpc(this.deps)(ctx, request)) as R;
  }

  /** Calls an RPC's handler as a person. */
  async callAs<Q, R>(
    personId: string,
    rpc: (deps: Deps) => Handler<Q, R>,
    request: Q,
    storeId = '',
  ): Promise<R> {
    const actor = { kind: Actor_Kind.PERSON, id: personId, appId: '' };
    const ctx = { ...systemContext('test', deadlineIn(30_000), storeId), actor };
    return (await rpc(this.deps)(ctx, request)) as R;
  }

  async newStore(plan: Plan = 'professional'): Promise<TestStore> {
    const { prisma } = this.deps;
    const createdAt = new Date(this.clock.nowMs);
    const id = await createStore(prisma, { name: 'La Tienda', plan, createdAt });
    const ownerEmail = `owner-${id}@example.com`;
    const personId = await this.newPerson(ownerEmail);
    await createMembership(prisma, { personId, storeId: id, role: 'owner', createdAt });
    return { id, ownerEmail, ownerSession: await this.signIn(ownerEmail) };
  }

  newPerson(email: string): Promise<string> {
    const createdAt = new Date(this.clock.nowMs);
    return createPerson(this.deps.prisma, { name: 'Ana', email, ...KNOWN_PASSWORD, createdAt });
  }

  async signIn(email: string): Promise<string> {
    const { result } = await this.call(signIn, { email, password: PASSWORD, ip: '192.0.2.1', userAgent: '' });
    if (result?.$case !== 'session') throw new Error(`not signed in: ${JSON.stringify(result)}`);
    return result.value.token;
  }

  async newApp(scopes: string[] = ALL_SCOPES): Promise<TestApp> {
    const { prisma } = this.deps;
    const createdAt = new Date(this.clock.nowMs);
    const developerId = await createDeveloper(prisma, { name: 'Dev', memberIds: [], createdAt });
    const secret = `sk_${randomToken()}`;
    const app = { developerId, name: 'App', redirectUris: [REDIRECT_URI], scopes, createdAt };
    const id = await createApp(prisma, { ...app, status: 'published', clientSecret: secret });
    return { id, secret, developerId };
  }

  /** Accepts a consent request as the owner. @returns the code */
  async authorize(app: TestApp, store: TestStore, scopes: string[] = ['read_products']): Promise<string> {
    const browserToken = randomToken();
    const { id } = await this.call(createConsentRequest, {
      clientId: app.id,
      redirectUri: REDIRECT_URI,
      scopes,
      state: 'state',
      codeChallenge: CHALLENGE,
      browserToken,
      ip: '192.0.2.1',
    });
    const answer = { id, browserToken, sessionToken: store.ownerSession, allow: true, storeId: store.id };
    return (await this.call(decideConsent, answer)).code;
  }

  /** Exchanges a code. */
  async exchange(app: TestApp, code: string): Promise<TokenSet | OAuthRefusal> {
    const request = { client: client(app), code, codeVerifier: VERIFIER, redirectUri: REDIRECT_URI };
    return (await this.call(exchangeCode, request)).result!.value;
  }

  async install(app: TestApp, store: TestStore, scopes?: string[]): Promise<TokenSet> {
    return tokens(await this.exchange(app, await this.authorize(app, store, scopes)));
  }

  async refresh(app: TestApp, refreshToken: string, idempotencyKey = ''): Promise<TokenSet | OAuthRefusal> {
    const request = { client: client(app), refreshToken, idempotencyKey };
    return (await this.call(refreshTokens, request)).result!.value;
  }

  async revoke(app: TestApp, token: string): Promise<OAuthRefusal | undefined> {
    return (await this.call(revokeToken, { client: client(app), token })).refusal;
  }

  /** The admission decisions for requests with these access tokens, in one batch. */
  async admit(...accessTokens: string[]): Promise<AdmitResponse_Decision[]> {
    const items = accessTokens.map((token) => {
      const { sub, gen } = decodeJwt(token);
      return { installationId: sub!, generation: Number(gen) };
    });
    return (await this.call(admit, { items })).decisions;
  }

  /** Uninstalls as the app itself does. */
  async uninstall({ installationId, storeId }: TokenSet): Promise<void> {
    const actor = { kind: Actor_Kind.INSTALLATION, id: installationId, appId: 'app_x' };
    await uninstall(this.deps)({ ...systemContext('test', deadlineIn(30_000), storeId), actor }, {});
  }

  /** The events since the previous call. */
  events(): Promise<Event[]> {
    return drainOutbox(this.deps.db);
  }

  /** True when an access token is admitted. */
  async isAccepted(accessToken: string): Promise<boolean> {
    const [decision] = await this.admit(accessToken);
    return decision!.verdict === Verdict.ADMITTED;
  }
}

/** The app's credentials. */
export const client = (app: TestApp, ip = '192.0.2.1'): ClientCredentials => ({
  clientId: app.id,
  clientSecret: app.secret,
  ip,
});

/** The tokens of an answer; a refusal fails the test. */
export function tokens(answer: TokenSet | OAuthRefusal): TokenSet {
  if ('error' in answer) throw new Error(`refused: ${JSON.stringify(answer)}`);
  return answer;
}
