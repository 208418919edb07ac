import { z } from 'zod';
import type {
  App,
  ClientSecret,
  Developer,
  DeveloperStore,
  FieldChange,
  FieldValue,
} from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { Json } from '../json.ts';
import { answers, consoleRoute, pageQuery, version, type PageOf } from '../route.ts';

/** Where an app is on its way to merchants; see AppStatus of the auth service. */
export type AppStatusName = 'draft' | 'in_review' | 'rejected' | 'published';

/** How a review stands. */
export type ReviewStateName = 'open' | 'approved' | 'rejected' | 'withdrawn';

/** An app as the pages see it. */
export type AppView = Omit<Json<App>, 'status'> & { status: AppStatusName };

/** A submitted version of an app, and what became of it. */
export interface ReviewView {
  id: string;
  appId: string;
  appName: string;
  developerId: string;
  developerName: string;
  /** Whether all of an app is reviewed that is not published, or the change of one that is. */
  kind: 'publication' | 'change';
  state: ReviewStateName;
  note: string;
  submittedAt: string;
  decidedAt?: string | undefined;
  reason: string;
  submittedByName: string;
  /** For staff only; else empty. */
  decidedByName: string;
  changes: Json<FieldChange>[];
  proposed: Json<FieldValue>[];
}

/** An app with what its overview shows. */
export interface AppOverview {
  app: AppView;
  lastReview: ReviewView | null;
  /** Null while it has no webhook endpoint, without which it cannot be published. */
  webhookUrl: string | null;
}

const appBody = z.strictObject({
  name: z.string().max(200),
  description: z.string().max(2_000),
  /** https URL; empty for none. */
  logoUrl: z.string().max(4_096),
  redirectUris: z.array(z.string().max(4_096)).max(20),
  scopes: z.array(z.string().max(64)).max(24),
  supportUrl: z.string().max(4_096),
  supportEmail: z.string().max(300),
});

/** All that a developer says of an app; the auth service tells what is wrong with it. */
export type AppBody = z.output<typeof appBody>;

const ofDeveloper = '/console/api/developers/:developer';
const ofApp = `${ofDeveloper}/apps/:app`;

export const developerRoutes = {
  /** The developer, and since when and why it is suspended, if it is. */
  get: consoleRoute({
    method: 'GET',
    path: ofDeveloper,
    access: { developer: true },
    answer: answers<Json<Developer>>(),
  }),
  /** Its apps, the newest first. */
  listApps: consoleRoute({
    method: 'GET',
    path: `${ofDeveloper}/apps`,
    access: { developer: true },
    query: z.strictObject(pageQuery),
    answer: answers<PageOf<AppView>>(),
  }),
  createApp: consoleRoute({
    method: 'POST',
    path: `${ofDeveloper}/apps`,
    access: { developer: true },
    body: appBody,
    answer: answers<AppView>(),
  }),
  getApp: consoleRoute({
    method: 'GET',
    path: ofApp,
    access: { developer: true },
    answer: answers<AppOverview>(),
  }),
  /** What merchants decide on waits for a review while the app is published: see `change` of the answer. */
  updateApp: consoleRoute({
    method: 'PUT',
    path: ofApp,
    access: { developer: true },
    body: appBody.extend({ version }),
    answer: answers<AppView>(),
  }),
  /** The client secrets in force; at most 5. */
  listSecrets: consoleRoute({
    method: 'GET',
    path: `${ofApp}/client-secrets`,
    access: { developer: true },
    answer: answers<{ items: Json<ClientSecret>[] }>(),
  }),
  /** A new client secret, told this once; those before it go on for that long. */
  createSecret: consoleRoute({
    method: 'POST',
    path: `${ofApp}/client-secrets`,
    access: { developer: true },
    body: z.strictObject({ othersForS: z.number().int().min(0).max(604_800) }),
    answer: answers<{ secret: Json<ClientSecret>; value: string }>(),
  }),
  /** Ends a client secret at once. */
  expireSecret: consoleRoute({
    method: 'DELETE',
    path: `${ofApp}/client-secrets/:secret`,
    access: { developer: true },
    answer: answers<Record<string, never>>(),
  }),
  /** Asks for a review. 409 `webhook_required`, `in_review`, `nothing_to_review`, `suspended`. */
  submit: consoleRoute({
    method: 'POST',
    path: `${ofApp}/review`,
    access: { developer: true },
    body: z.strictObject({ note: z.string().max(1_000) }),
    answer: answers<ReviewView>(),
  }),
  /** Takes the open review back. */
  withdraw: consoleRoute({
    method: 'DELETE',
    path: `${ofApp}/review`,
    access: { developer: true },
    answer: answers<Record<string, never>>(),
  }),
  /** What was reviewed of an app, the newest first. */
  listReviews: consoleRoute({
    method: 'GET',
    path: `${ofApp}/reviews`,
    access: { developer: true },
    query: z.strictObject(pageQuery),
    answer: answers<PageOf<ReviewView>>(),
  }),
  /** The stores to try apps on; at most 5. */
  listStores: consoleRoute({
    method: 'GET',
    path: `${ofDeveloper}/stores`,
    access: { developer: true },
    answer: answers<{ items: Json<DeveloperStore>[] }>(),
  }),
  createStore: consoleRoute({
    method: 'POST',
    path: `${ofDeveloper}/stores`,
    access: { developer: true },
    body: z.strictObject({ name: z.string().max(200) }),
    answer: answers<Json<DeveloperStore>>(),
  }),
};
