import { shapeOf } from '@commerce/public-api/events/body.ts';
import type { ResourceKind } from '@commerce/public-api/events/event.ts';
import type { EventVersion, EventVersions } from '@commerce/public-api/events/versions.ts';

/** The newest version. */
export const newestVersion = (versions: EventVersions): EventVersion => versions.at(-1)!;

/** The version of a prefix; the oldest one if that version was removed since an app chose it. */
export const versionOf = (versions: EventVersions, prefix: string): EventVersion =>
  versions.find((version) => version.prefix === prefix) ?? versions[0]!;

/** The resource of an event type, which is fetched once for all versions. */
export const resourceOf = (versions: EventVersions, type: string): ResourceKind | undefined =>
  shapeOf(newestVersion(versions).eventShapes, type).resource;
