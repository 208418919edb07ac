import { AppStatus } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { TeamRole } from '@commerce/proto/commerce/auth/v1/people.ts';
import { PlanTier, type StoreOnPlan } from '@commerce/proto/commerce/auth/v1/platform.ts';
import { enumName, enumValue, findEnumName } from '@commerce/proto/enum.ts';
import { isStoreRole } from '@commerce/console-api/access.ts';
import type { platformRoutes, StoreView } from '@commerce/console-api/routes/platform.ts';
import { requireId } from '../../edge/ids.ts';
import { required } from '../../edge/required.ts';
import { appView, reviewView, webhookUrlOf } from '../app-views.ts';
import type { HandlersOf } from '../handler.ts';
import { installedApps } from './apps.ts';
import { platformFigures } from '../platform-figures.ts';
import { healthOf } from '../process-health.ts';
import { toJson } from '../to-json.ts';

const storeView = (store: StoreOnPlan): StoreView => ({
  ...toJson(store),
  planTier: enumName(PlanTier, store.planTier),
});

export const platformHandlers: HandlersOf<typeof platformRoutes> = {
  listReviews: async ({ ctx, services, cursor, query: { limit, cursor: at, state } }) => {
    const request = { decided: state === 'decided', limit, pageToken: cursor.open(at) };
    const { reviews, nextPageToken } = await services.platform.listReviews(ctx, request);
    return { items: reviews.map(reviewView), nextCursor: cursor.seal(nextPageToken) };
  },

  getReview: async ({ ctx, services, params }) => {
    const { review, app } = await services.platform.getReview(ctx, { reviewId: params.review });
    return { review: reviewView(required(review)), app: appView(required(app)) };
  },

  approve: async ({ ctx, services, params, body }) => {
    const { review } = await services.platform.approveReview(ctx, { reviewId: params.review, ...body });
    return reviewView(required(review));
  },

  reject: async ({ ctx, services, params, body }) => {
    const { review } = await services.platform.rejectReview(ctx, { reviewId: params.review, ...body });
    return reviewView(required(review));
  },

  listApps: async ({ ctx, services, cursor, query }) => {
    const { limit, q: search = '', developer: developerId = '' } = query;
    const status = query.status === undefined ? AppStatus.UNSPECIFIED : enumValue(AppStatus, query.status);
    const page = { limit, pageToken: cursor.open(query.cursor) };
    const request = { search, status, developerId, ...page };
    const { apps, nextPageToken } = await services.platform.listAllApps(ctx, request);
    return { items: apps.map(appView), nextCursor: cursor.seal(nextPageToken) };
  },

  getApp: async ({ ctx, services, params }) => {
    const appId = requireId('app', params.app);
    const [{ app, lastReview }, webhookUrl] = await Promise.all([
      services.platform.getAnyApp(ctx, { appId }),
      webhookUrlOf(services, ctx, appId),
    ]);
    return {
      app: appView(required(app)),
      lastReview: lastReview ? reviewView(lastReview) : null,
      webhookUrl,
    };
  },

  suspendApp: async ({ ctx, services, params, body }) => {
    await services.platform.suspendApp(ctx, { appId: params.app, ...body });
    return {};
  },

  restoreApp: async ({ ctx, services, params, body }) => {
    await services.platform.restoreApp(ctx, { appId: params.app, ...body });
    return {};
  },

  listDevelopers: async ({ ctx, services, cursor, query: { limit, cursor: at, q: search = '' } }) => {
    const request = { search, limit, pageToken: cursor.open(at) };
    const { developers, nextPageToken } = await services.platform.listDevelopers(ctx, request);
    const items = developers.map(({ developer, apps, publishedApps }) => {
      const view = toJson(required(developer));
      return { id: view.id, developer: view, apps, publishedApps };
    });
    return { items, nextCursor: cursor.seal(nextPageToken) };
  },

  getDeveloper: async ({ ctx, services, params }) => {
    const details = await services.platform.getDeveloperDetails(ctx, { developerId: params.id });
    const { developer, members, stores } = details;
    return { developer: toJson(required(developer)), members: toJson(members), stores: toJson(stores) };
  },

  suspendDeveloper: async ({ ctx, services, params, body }) => {
    await services.platform.suspendDeveloper(ctx, { developerId: params.id, ...body });
    return {};
  },

  restoreDeveloper: async ({ ctx, services, params, body }) => {
    await services.platform.restoreDeveloper(ctx, { developerId: params.id, ...body });
    return {};
  },

  listStores: async ({
    ctx,
    services,
    cursor,
    query: { limit, cursor: at, q: search = '', plan, state },
  }) => {
    const planTier = plan === undefined ? PlanTier.UNSPECIFIED : enumValue(PlanTier, plan);
    const pageToken = cursor.open(at);
    const request = { search, planTier, limit, pageToken, suspended: state === 'suspended' };
    const { stores, nextPageToken } = await services.platform.listStores(ctx, request);
    return { items: stores.map(storeView), nextCursor: cursor.seal(nextPageToken) };
  },

  getStore: async ({ ctx, services, params }) => {
    const id = requireId('sto', params.id);
    const ofStore = { ...ctx, storeId: id };
    const search = {
      search: id,
      planTier: PlanTier.UNSPECIFIED,
      limit: 2,
      pageToken: Buffer.alloc(0),
      suspended: false,
    };
    const { stores } = await services.platform.listStores(ctx, search);
    const store = required(stores.find((one) => one.id === id));
    const [{ users }, apps] = await Promise.all([
      services.people.listTeam(ofStore, { developerId: '' }),
      installedApps(ofStore, services),
    ]);
    return {
      store: storeView(store),
      team: users.flatMap(({ personId, name, email, role: value }) => {
        const role = findEnumName(TeamRole, value);
        return role === undefined || !isStoreRole(role) ? [] : [{ id: personId, name, email, role }];
      }),
      apps,
    };
  },

  setPlan: async ({ ctx, services, params, body }) => {
    const request = { storeId: params.id, planTier: enumValue(PlanTier, body.planTier), reason: body.reason };
    const { store } = await services.platform.setStorePlan(ctx, request);
    return storeView(required(store));
  },

  suspendStore: async ({ ctx, services, params, body }) => {
    await services.platform.suspendStore(ctx, { storeId: params.id, ...body });
    return {};
  },

  restoreStore: async ({ ctx, services, params, body }) => {
    await services.platform.restoreStore(ctx, { storeId: params.id, ...body });
    return {};
  },

  listAudit: async ({ ctx, services, cursor, query }) => {
    const { limit, cursor: at, subject: subjectId = '', actor: actorId = '' } = query;
    const request = { subjectId, actorId, limit, pageToken: cursor.open(at) };
    const { entries, nextPageToken } = await services.platform.listAuditEntries(ctx, request);
    const items = entries.map(({ atMs, ...entry }) => ({ ...entry, at: new Date(atMs).toISOString() }));
    return { items, nextCursor: cursor.seal(nextPageToken) };
  },

  figures: ({ ctx, services, query }) => platformFigures(ctx, services, Number(query.days)),

  health: async ({ ctx, services }) => ({
    items: await healthOf(services, ctx),
    checkedAt: new Date().toISOString(),
  }),
};
