import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import express from 'express';
import { versions as supported } from '@commerce/public-api/versions.ts';
import { buildSite } from '../../src/docs/build/site.ts';
import { docsRouter } from '../../src/docs/router.ts';

/** Directory of the guides. */
export const guides = new URL('../../../docs/api/', import.meta.url);

/** Built site in a temporary directory. */
export interface TemporarySite {
  folder: URL;
  remove(): Promise<void>;
}

/** Builds the documentation into its own directory. */
export async function builtSite(versions = supported): Promise<TemporarySite> {
  const directory = await mkdtemp(path.join(tmpdir(), 'docs-site-'));
  const folder = pathToFileURL(`${directory}/site/`);
  await buildSite({ guides, out: folder }, versions);
  return { folder, remove: () => rm(directory, { recursive: true }) };
}

/** Built site that is served at an origin. */
export interface ServedSite {
  origin: string;
  stop(): Promise<void>;
}

/** Builds and serves the documentation between the common headers and the last handler of a gateway. */
export async function servedSite(versions = supported): Promise<ServedSite> {
  const site = await builtSite(versions);
  const app = express().disable('etag');
  app.use((_req, res, next) => {
    res.setHeader('Cache-Control', 'no-store');
    res.setHeader('Content-Security-Policy', "default-src 'none'");
    next();
  });
  app.use(docsRouter({ publicUrl: 'https://commerce.test', versions, siteFolder: site.folder }));
  app.use((_req, res) => void res.status(404).end('the gateway'));
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await site.remove();
    },
  };
}
