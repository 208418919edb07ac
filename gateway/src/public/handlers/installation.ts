import type { PublicHandler } from '../call.ts';

export const deleteInstallation: PublicHandler<'deleteInstallation'> = async ({ ctx, services }) => {
  await services.apps.uninstall(ctx, {});
};
