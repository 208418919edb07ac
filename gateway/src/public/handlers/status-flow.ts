import type { PublicHandler } from '../call.ts';

export const getStatusFlow: PublicHandler<'getStatusFlow'> = async ({ ctx, services }) =>
  (await services.orders.getStatusFlow(ctx, {})).steps;
