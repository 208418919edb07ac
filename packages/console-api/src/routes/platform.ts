import * as z from 'zod';
import type { Developer, DeveloperStore } from '@commerce/proto/commerce/auth/v1/apps.ts';
import type {
  AuditEntry,
  DeveloperMember,
  PlanTier,
  StoreOnPlan,
} from '@commerce/proto/commerce/auth/v1/platform.ts';
import type { EnumName } from '@commerce/proto/enum.ts';
import type { Role } from '../access.ts';
import type { Json } from '../json.ts';
import { answers, consoleRoute, pageQuery, type PageOf } from '../route.ts';
import type { InstalledApp } from './apps.ts';
import type { AppOverview, AppView, ReviewView } from './developer.ts';

/** Audit log entry. */
export type AuditView = Omit<Json<AuditEntry>, 'atMs'> & { at: string };

/** Store with its plan and its usage of it. */
export type StoreView = Omit<Json<StoreOnPlan>, 'planTier'> & { planTier: EnumName<typeof PlanTier> };

/** Store with its team, owners first, and its apps, newest first. */
export interface StoreDetail {
  store: StoreView;
  team: { id: string; name: string; email: string; role: Role }[];
  apps: InstalledApp[];
}

/** Developer in a list. */
export interface DeveloperListed {
  id: string;
  developer: Json<Developer>;
  apps: number;
  publishedApps: number;
}

/** The figures of the platform on a day. */
export interface PlatformDay {
  /** YYYY-MM-DD in the platform's time zone. */
  day: string;
  newStores: number;
  /** Stores with orders. */
  activeStores: number;
  /** New installations of apps. */
  installations: number;
  orders: number;
  /** Failed attempts to deliver webhooks, up to the last full hour. */
  failedAttempts: number;
}

/** Health of a service, as reported by one of its processes. */
export interface ProcessHealth {
  id: string;
  /** `not_ready`: it responds, with its failed checks. */
  state: 'serving' | 'not_ready' | 'unreachable';
  /** Response time in ms; null when it did not respond. */
  tookMs: number | null;
  /** Empty when it did not respond. */
  release: string;
  startedAt: string | null;
  /** Failing conditions of its /readyz. */
  failedChecks: string[];
  /** Committed events not yet published; null when the service publishes none or did not respond. */
  outboxWaiting: number | null;
  /** Age of the oldest of them, in seconds. */
  outboxLagS: number | null;
}

/** Plans available to merchants. */
export const MERCHANT_PLANS = ['professional', 'enterprise', 'demo'] as const satisfies EnumName<
  typeof PlanTier
>[];
/** Plans available to stores. */
export const PLANS = [...MERCHANT_PLANS, 'developer'] as const;

const search = z.string().max(100).optional();
const reasonBody = z.strictObject({ reason: z.string().trim().min(1).max(1_000) });
const optionalReasonBody = z.strictObject({ reason: z.string().max(1_000) });
const empty = answers<Record<string, never>>();
const root = '/console/api/platform';

export const platformRoutes = {
  /** Open reviews, oldest first; or decided reviews, newest first. */
  listReviews: consoleRoute({
    method: 'GET',
    path: `${root}/reviews`,
    access: 'staff',
    query: z.strictObject({ ...pageQuery, state: z.enum(['open', 'decided']).default('open') }),
    answer: answers<PageOf<ReviewView>>(),
  }),
  getReview: consoleRoute({
    method: 'GET',
    path: `${root}/reviews/:review`,
    access: 'staff',
    answer: answers<{ review: ReviewView; app: AppView }>(),
  }),
  /** Publishes the app, or applies its change. 409 `not_open`, `suspended`. */
  approve: consoleRoute({
    method: 'POST',
    path: `${root}/reviews/:review/approval`,
    access: 'staff',
    body: optionalReasonBody,
    answer: answers<ReviewView>(),
  }),
  /** Rejects the review; the reason is sent to the developer. 409 `not_open`. */
  reject: consoleRoute({
    method: 'POST',
    path: `${root}/reviews/:review/rejection`,
    access: 'staff',
    body: reasonBody,
    answer: answers<ReviewView>(),
  }),
  listApps: consoleRoute({
    method: 'GET',
    path: `${root}/apps`,
    access: 'staff',
    query: z.strictObject({
      ...pageQuery,
      q: search,
      status: z.enum(['draft', 'in_review', 'rejected', 'published']).optional(),
      developer: z.string().max(64).optional(),
    }),
    answer: answers<PageOf<AppView>>(),
  }),
  getApp: consoleRoute({
    method: 'GET',
    path: `${root}/apps/:app`,
    access: 'staff',
    answer: answers<AppOverview>(),
  }),
  /** All tokens of the app are rejected as soon as this returns. */
  suspendApp: consoleRoute({
    method: 'POST',
    path: `${root}/apps/:app/suspension`,
    access: 'staff',
    body: reasonBody,
    answer: empty,
  }),
  restoreApp: consoleRoute({
    method: 'POST',
    path: `${root}/apps/:app/restoration`,
    access: 'staff',
    body: optionalReasonBody,
    answer: empty,
  }),
  listDevelopers: consoleRoute({
    method: 'GET',
    path: `${root}/developers`,
    access: 'staff',
    query: z.strictObject({ ...pageQuery, q: search }),
    answer: answers<PageOf<DeveloperListed>>(),
  }),
  getDeveloper: consoleRoute({
    method: 'GET',
    path: `${root}/developers/:id`,
    access: 'staff',
    answer: answers<{
      developer: Json<Developer>;
      members: Json<DeveloperMember>[];
      stores: Json<DeveloperStore>[];
    }>(),
  }),
  /** All tokens of all of its apps are rejected as soon as this returns. */
  suspendDeveloper: consoleRoute({
    method: 'POST',
    path: `${root}/developers/:id/suspension`,
    access: 'staff',
    body: reasonBody,
    answer: empty,
  }),
  restoreDeveloper: consoleRoute({
    method: 'POST',
    path: `${root}/developers/:id/restoration`,
    access: 'staff',
    body: optionalReasonBody,
    answer: empty,
  }),
  listStores: consoleRoute({
    method: 'GET',
    path: `${root}/stores`,
    access: 'staff',
    query: z.strictObject({
      ...pageQuery,
      q: search,
      plan: z.enum(PLANS).optional(),
      state: z.literal('suspended').optional(),
    }),
    answer: answers<PageOf<StoreView>>(),
  }),
  /** Store with its team and installed apps. */
  getStore: consoleRoute({
    method: 'GET',
    path: `${root}/stores/:id`,
    access: 'staff',
    answer: answers<StoreDetail>(),
  }),
  /** Takes effect as soon as this returns. 409 `developer_store`. */
  setPlan: consoleRoute({
    method: 'PUT',
    path: `${root}/stores/:id/plan`,
    access: 'staff',
    body: z.strictObject({ planTier: z.enum(MERCHANT_PLANS), reason: z.string().max(1_000) }),
    answer: answers<StoreView>(),
  }),
  /** The team and all tokens of the store are rejected as soon as this returns. 409 `developer_store`. */
  suspendStore: consoleRoute({
    method: 'POST',
    path: `${root}/stores/:id/suspension`,
    access: 'staff',
    body: reasonBody,
    answer: empty,
  }),
  restoreStore: consoleRoute({
    method: 'POST',
    path: `${root}/stores/:id/restoration`,
    access: 'staff',
    body: optionalReasonBody,
    answer: empty,
  }),
  /** Administrative actions on apps, developers and stores, newest first. */
  listAudit: consoleRoute({
    method: 'GET',
    path: `${root}/audit`,
    access: 'staff',
    query: z.strictObject({
      ...pageQuery,
      subject: z.string().max(64).optional(),
      actor: z.string().max(64).optional(),
    }),
    answer: answers<PageOf<AuditView>>(),
  }),
  /** Figures of the last days, including today, oldest first. */
  figures: consoleRoute({
    method: 'GET',
    path: `${root}/figures`,
    access: 'staff',
    query: z.strictObject({ days: z.enum(['30', '90']).default('30') }),
    answer: answers<{ days: PlatformDay[] }>(),
  }),
  /** The gateway and the processes that it calls. */
  health: consoleRoute({
    method: 'GET',
    path: `${root}/health`,
    access: 'staff',
    answer: answers<{ items: ProcessHealth[]; checkedAt: string }>(),
  }),
};
