import * as z from 'zod';
import type {
  App,
  AppStatus,
  ClientSecret,
  Developer,
  DeveloperStore,
  FieldChange,
  FieldValue,
  ReviewKind,
  ReviewState,
} from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { EnumName } from '@commerce/proto/enum.ts';
import type { Json } from '../json.ts';
import { answers, consoleRoute, pageQuery, version, type PageOf } from '../route.ts';
import { seed } from './sandbox.ts';

/** Publication status of an app. */
export type AppStatusName = EnumName<typeof AppStatus>;

export type ReviewStateName = EnumName<typeof ReviewState>;

/** App as the pages show it. */
export type AppView = Omit<Json<App>, 'status'> & { status: AppStatusName };

/** Submitted version of an app, with the decision. */
export interface ReviewView {
  id: string;
  appId: string;
  appName: string;
  developerId: string;
  developerName: string;
  /** `publication`: the whole unpublished app is reviewed; `change`: a change of a published app. */
  kind: EnumName<typeof ReviewKind>;
  state: ReviewStateName;
  note: string;
  submittedAt: string;
  decidedAt?: string | undefined;
  reason: string;
  submittedByName: string;
  /** For staff only, otherwise empty. */
  decidedByName: string;
  changes: Json<FieldChange>[];
  proposed: Json<FieldValue>[];
}

/** App with the data of its overview page. */
export interface AppOverview {
  app: AppView;
  lastReview: ReviewView | null;
  /** Null while the app has no webhook endpoint, which it needs to be published. */
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
  /** https URL where merchants start the installation; empty for none. */
  installUrl: z.string().max(4_096).default(''),
});

/** All editable fields of an app; the auth service validates them. */
export type AppBody = z.output<typeof appBody>;

const developerPath = '/console/api/developers/:developer';
const appPath = `${developerPath}/apps/:app`;

export const developerRoutes = {
  /** The developer and, if suspended, the date and reason of the suspension. */
  get: consoleRoute({
    method: 'GET',
    path: developerPath,
    access: { developer: 'member' },
    answer: answers<Json<Developer>>(),
  }),
  /** Apps of the developer, newest first. */
  listApps: consoleRoute({
    method: 'GET',
    path: `${developerPath}/apps`,
    access: { developer: 'member' },
    query: z.strictObject(pageQuery),
    answer: answers<PageOf<AppView>>(),
  }),
  createApp: consoleRoute({
    method: 'POST',
    path: `${developerPath}/apps`,
    access: { developer: 'member' },
    body: appBody,
    answer: answers<AppView>(),
  }),
  getApp: consoleRoute({
    method: 'GET',
    path: appPath,
    access: { developer: 'member' },
    answer: answers<AppOverview>(),
  }),
  /** While the app is published, fields that merchants decide on wait for a review: see `change` of the response. */
  updateApp: consoleRoute({
    method: 'PUT',
    path: appPath,
    access: { developer: 'member' },
    body: appBody.extend({ version }),
    answer: answers<AppView>(),
  }),
  /** Client secrets in force; at most 5. */
  listSecrets: consoleRoute({
    method: 'GET',
    path: `${appPath}/client-secrets`,
    access: { developer: 'member' },
    answer: answers<{ items: Json<ClientSecret>[] }>(),
  }),
  /** Creates a client secret, returned only once; earlier secrets stay valid for the given overlap. */
  createSecret: consoleRoute({
    method: 'POST',
    path: `${appPath}/client-secrets`,
    access: { developer: 'owner' },
    body: z.strictObject({ othersForS: z.number().int().min(0).max(604_800) }),
    answer: answers<{ secret: Json<ClientSecret>; value: string }>(),
  }),
  /** Revokes a client secret immediately. */
  expireSecret: consoleRoute({
    method: 'DELETE',
    path: `${appPath}/client-secrets/:secret`,
    access: { developer: 'owner' },
    answer: answers<Record<string, never>>(),
  }),
  /** Requests a review. 409 `webhook_required`, `in_review`, `nothing_to_review`, `suspended`. */
  submit: consoleRoute({
    method: 'POST',
    path: `${appPath}/review`,
    access: { developer: 'owner' },
    body: z.strictObject({ note: z.string().max(1_000) }),
    answer: answers<ReviewView>(),
  }),
  /** Withdraws the open review. */
  withdraw: consoleRoute({
    method: 'DELETE',
    path: `${appPath}/review`,
    access: { developer: 'owner' },
    answer: answers<Record<string, never>>(),
  }),
  /** Reviews of an app, newest first. */
  listReviews: consoleRoute({
    method: 'GET',
    path: `${appPath}/reviews`,
    access: { developer: 'member' },
    query: z.strictObject(pageQuery),
    answer: answers<PageOf<ReviewView>>(),
  }),
  /** Test stores of the developer; at most 5. */
  listStores: consoleRoute({
    method: 'GET',
    path: `${developerPath}/stores`,
    access: { developer: 'member' },
    answer: answers<{ items: Json<DeveloperStore>[] }>(),
  }),
  /** Creates a test store and starts to make its sample data, whose progress `sandbox.get` returns. */
  createStore: consoleRoute({
    method: 'POST',
    path: `${developerPath}/stores`,
    access: { developer: 'member' },
    body: z.strictObject({ name: z.string().max(200), seed: seed.default('none') }),
    answer: answers<Json<DeveloperStore>>(),
  }),
};
