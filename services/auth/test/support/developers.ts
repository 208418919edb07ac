import type { App, AppFields } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { Actor_Kind } from '@commerce/proto/commerce/common/v1/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import { systemContext, type Context } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../../src/deps.ts';
import { createApp } from '../../src/rpc/create-app.ts';
import { createDeveloperStore } from '../../src/rpc/create-developer-store.ts';
import { submitForReview } from '../../src/rpc/submit-for-review.ts';
import { createDeveloper, createPerson } from '../../src/seed.ts';
import { REDIRECT_URI, type AuthFixture } from './fixture.ts';
import { KNOWN_PASSWORD } from './password.ts';

export const FIELDS: AppFields = {
  name: 'Mi app',
  description: 'Hace cosas.\nMuchas.',
  logoUrl: 'https://app.example/logo.png',
  redirectUris: [REDIRECT_URI],
  scopes: ['read_products'],
  supportUrl: 'https://app.example/help',
  supportEmail: 'help@app.example',
  installUrl: 'https://app.example/install',
};
export const WEBHOOK_URL = 'https://app.example/webhooks';

/** A person who acts. */
export interface TestActor {
  personId: string;
  email: string;
}

/** A developer account with its member. */
export interface TestDeveloper extends TestActor {
  developerId: string;
}

/** Developers and platform staff of an auth service. */
export class Developers {
  readonly auth: AuthFixture;
  #people = 0;

  constructor(auth: AuthFixture) {
    this.auth = auth;
  }

  /** Adds a person. */
  async newActor(name = 'Camila', platformStaff = false): Promise<TestActor> {
    const email = `person-${++this.#people}@example.com`;
    const person = { name, email, ...KNOWN_PASSWORD, platformStaff, createdAt: this.#now() };
    return { personId: await createPerson(this.auth.deps.prisma, person), email };
  }

  async newDeveloper(): Promise<TestDeveloper> {
    const actor = await this.newActor();
    const developer = { name: 'Estudio', memberIds: [actor.personId], createdAt: this.#now() };
    return { ...actor, developerId: await createDeveloper(this.auth.deps.prisma, developer) };
  }

  /** Calls an RPC's handler as a person. */
  async as<Q, R>(actor: TestActor, rpc: (deps: Deps) => Handler<Q, R>, request: Q): Promise<R> {
    return (await rpc(this.auth.deps)(contextOf(actor), request)) as R;
  }

  /** Creates a draft. */
  async newDraft(developer: TestDeveloper, changed: Partial<AppFields> = {}): Promise<App> {
    const request = { developerId: developer.developerId, fields: { ...FIELDS, ...changed } };
    return (await this.as(developer, createApp, request)).app!;
  }

  /** Submits an app for review. @returns the review's id */
  async submit(developer: TestDeveloper, appId: string, webhookUrl = WEBHOOK_URL): Promise<string> {
    const request = { developerId: developer.developerId, appId, webhookUrl, note: 'Primera versión.' };
    return (await this.as(developer, submitForReview, request)).review!.id;
  }

  /** Creates a test store. @returns its id, and the session of its owner */
  async newTestStore(developer: TestDeveloper) {
    const request = { developerId: developer.developerId, name: 'Tienda de prueba' };
    const { store } = await this.as(developer, createDeveloperStore, request);
    const { id, ownerEmail } = store!;
    return { id, ownerEmail, ownerSession: await this.auth.signIn(ownerEmail) };
  }

  #now(): Date {
    return new Date(this.auth.clock.nowMs);
  }
}

/** The context of a call by a person. */
export const contextOf = ({ personId }: TestActor): Context => ({
  ...systemContext('test', deadlineIn(30_000)),
  actor: { kind: Actor_Kind.PERSON, id: personId, appId: '' },
});
