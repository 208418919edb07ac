import type { PublicHandler } from '../call.ts';

export const getInstallation: PublicHandler<'getInstallation'> = async ({ ctx, services }) => {
  const [installation, { endpoints }] = await Promise.all([
    services.apps.getInstallation(ctx, {}),
    services.webhooks.batchGetEndpoints(ctx, { appIds: [ctx.actor.appId] }),
  ]);
  return { installation, endpoint: endpoints[0] };
};

export const deleteInstallation: PublicHandler<'deleteInstallation'> = async ({ ctx, services }) => {
  await services.apps.uninstall(ctx, {});
};
