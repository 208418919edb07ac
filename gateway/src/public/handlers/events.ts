import type { PublicHandler } from '../call.ts';

export const listEvents: PublicHandler<'listEvents'> = async (
  { ctx, version, services, cursor },
  { query },
) => {
  const page = await services.feed.listEvents(ctx, {
    type: query.type,
    createdSinceMs: query.created_since,
    limit: query.limit,
    pageToken: cursor.open(query.cursor),
    apiVersion: version,
  });
  return { items: page.bodies, nextCursor: cursor.seal(page.nextPageToken) };
};
