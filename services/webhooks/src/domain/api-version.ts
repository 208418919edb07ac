import type { ResourceKind } from '@commerce/public-api/events/event.ts';
import { shapeOf } from '@commerce/public-api/events/body.ts';
import { newestOf, type ApiVersion, type ApiVersions } from '@commerce/public-api/versions.ts';

/** The version of a prefix; the oldest one if that version was removed since an app chose it. */
export const versionOf = (versions: ApiVersions, prefix: string): ApiVersion =>
  versions.find((version) => version.prefix === prefix) ?? versions[0]!;

/** The resource of an event type, which is fetched once for all versions. */
export const resourceOf = (versions: ApiVersions, type: string): ResourceKind | undefined =>
  shapeOf(newestOf(versions).eventShapes, type).resource;
