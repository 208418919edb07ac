import { enumValue } from '@commerce/proto/enum.ts';
import { SeedSize } from '@commerce/proto/commerce/orders/v1/sandbox.ts';
import type { developerRoutes } from '@commerce/console-api/routes/developer.ts';
import { required } from '../../edge/required.ts';
import { appView, reviewView, webhookUrlOf } from '../app-views.ts';
import type { HandlersOf } from '../handler.ts';
import { toJson } from '../to-json.ts';

const own = ({ developer, app }: { developer: string; app: string }) => ({
  developerId: developer,
  appId: app,
});

export const developerHandlers: HandlersOf<typeof developerRoutes> = {
  get: async ({ ctx, services, params }) => {
    const { developer } = await services.apps.getDeveloper(ctx, { developerId: params.developer });
    return toJson(required(developer));
  },

  listApps: async ({ ctx, services, cursor, params, query: { limit, cursor: at } }) => {
    const request = { developerId: params.developer, limit, pageToken: cursor.open(at) };
    const { apps, nextPageToken } = await services.apps.listApps(ctx, request);
    return { items: apps.map(appView), nextCursor: cursor.seal(nextPageToken) };
  },

  createApp: async ({ ctx, services, params, body }) => {
    const { app } = await services.apps.createApp(ctx, { developerId: params.developer, fields: body });
    return appView(required(app));
  },

  getApp: async ({ ctx, services, params }) => {
    const [{ app, lastReview }, webhookUrl] = await Promise.all([
      services.apps.getApp(ctx, own(params)),
      webhookUrlOf(services, ctx, params.app),
    ]);
    return {
      app: appView(required(app)),
      lastReview: lastReview ? reviewView(lastReview) : null,
      webhookUrl,
    };
  },

  updateApp: async ({ ctx, services, params, body: { version, ...fields } }) => {
    const { app } = await services.apps.updateApp(ctx, {
      ...own(params),
      fields,
      expectedVersion: version,
    });
    return appView(required(app));
  },

  listSecrets: async ({ ctx, services, params }) => {
    const { secrets } = await services.apps.listClientSecrets(ctx, own(params));
    return { items: toJson(secrets) };
  },

  createSecret: async ({ ctx, services, params, body }) => {
    const { secret, value } = await services.apps.createClientSecret(ctx, { ...own(params), ...body });
    return { secret: toJson(required(secret)), value };
  },

  expireSecret: async ({ ctx, services, params }) => {
    await services.apps.expireClientSecret(ctx, { ...own(params), secretId: params.secret });
    return {};
  },

  submit: async ({ ctx, services, params, body }) => {
    // The endpoint belongs to the webhooks service, the rule that an app must have one to the auth service.
    const webhookUrl = (await webhookUrlOf(services, ctx, params.app)) ?? '';
    const { review } = await services.apps.submitForReview(ctx, { ...own(params), ...body, webhookUrl });
    return reviewView(required(review));
  },

  withdraw: async ({ ctx, services, params }) => {
    await services.apps.withdrawReview(ctx, own(params));
    return {};
  },

  listReviews: async ({ ctx, services, cursor, params, query: { limit, cursor: at } }) => {
    const request = { ...own(params), limit, pageToken: cursor.open(at) };
    const { reviews, nextPageToken } = await services.apps.listAppReviews(ctx, request);
    return { items: reviews.map(reviewView), nextCursor: cursor.seal(nextPageToken) };
  },

  listStores: async ({ ctx, services, params }) => {
    const { stores } = await services.apps.listDeveloperStores(ctx, { developerId: params.developer });
    return { items: toJson(stores) };
  },

  createStore: async ({ ctx, services, params, body }) => {
    const request = { developerId: params.developer, name: body.name };
    const store = required((await services.apps.createDeveloperStore(ctx, request)).store);
    if (body.seed !== 'none')
      await services.sandbox.startSeed(
        { ...ctx, storeId: store.id },
        { size: enumValue(SeedSize, body.seed) },
      );
    return toJson(store);
  },
};
