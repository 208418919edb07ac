import type { PublicHandler } from '../call.ts';
import { found, requireId } from './require-id.ts';

export const listCustomers: PublicHandler<'listCustomers'> = async ({ ctx, services, cursor }, { query }) => {
  const page = await services.listCustomers(ctx, {
    limit: query.limit,
    pageToken: cursor.open(query.cursor),
    updatedSinceMs: query.updated_since,
    email: query.email,
  });
  return { items: page.items, nextCursor: cursor.seal(page.nextPageToken) };
};

export const getCustomer: PublicHandler<'getCustomer'> = async ({ ctx, services }, { params }) =>
  found(await services.customerById(ctx, requireId('cus', params.id)));
