import { required } from '../../edge/required.ts';
import type { PublicHandler } from '../call.ts';

export const getStore: PublicHandler<'getStore'> = async ({ ctx, services }) => {
  const [{ store }, { shops }] = await Promise.all([
    services.platform.getStore(ctx, {}),
    services.catalog.listShopNames(ctx, {}),
  ]);
  return { store: required(store), shops };
};
