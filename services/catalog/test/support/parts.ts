import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Clock } from '@commerce/service-kit/clock.ts';
import type { Database } from '@commerce/service-kit/db/database.ts';
import { testParts } from '@commerce/service-kit/testing/service.ts';
import type { Clients } from '../../src/clients.ts';

/** URL under which images are served, in tests. */
export const IMAGES_URL = 'http://127.0.0.1:4000/images';

/** Settings of images in a folder of their own. */
export const imageSettings = () => ({
  IMAGES_URL,
  IMAGE_STORAGE_MIB: 100,
  IMAGES_FOLDER: mkdtempSync(path.join(tmpdir(), 'images-')),
  S3_BUCKET: undefined,
  S3_ENDPOINT: undefined,
  S3_REGION: 'us-east-1',
  S3_ACCESS_KEY_ID: undefined,
  S3_SECRET_ACCESS_KEY: undefined,
});

/** The parts of the service on a test's database. */
export const catalogParts = (db: Database, clients: Clients, clock?: Clock) => ({
  ...testParts('catalog', db, clients, clock),
  config: imageSettings(),
});
