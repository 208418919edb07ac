import { Router } from 'express';
import type { Request, Response } from 'express';
import { openApiDocument } from '@commerce/public-api/openapi.ts';
import type { ApiVersions } from '@commerce/public-api/versions.ts';
import { postmanCollection } from './postman.ts';
import { resultPage, searchBy } from './search.ts';
import { builtSite, contentHash, fillPage, pageType, readSite, staticFile } from './site.ts';
import type { Site, StaticFile } from './site.ts';

/** Options of `docsRouter`. */
export interface DocsOptions {
  /** Public origin of the gateway, without a trailing slash. */
  publicUrl: string;
  /** Oldest first. */
  versions: ApiVersions;
  /** Built site; defaults to the output of `buildAssets`. */
  siteFolder?: URL;
}

// One script, which completes the search box, is fetched, and what it fetches are pages of results. Nothing inline.
const POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' data:; base-uri 'none'; " +
  "form-action 'self'; frame-ancestors 'none'";

const SHORT = 'public, max-age=300';
const IMMUTABLE = 'public, max-age=31536000, immutable';

interface Sent {
  status?: number;
  cacheControl?: string;
}

function send(
  req: Request,
  res: Response,
  file: StaticFile,
  { status = 200, cacheControl = SHORT }: Sent = {},
): void {
  res.setHeader('Cache-Control', cacheControl);
  res.setHeader('X-Content-Type-Options', 'nosniff');
  if (file.type.startsWith('text/html')) res.setHeader('Content-Security-Policy', POLICY);
  if (status === 200) res.setHeader('ETag', file.etag);
  const known = req.headers['if-none-match'];
  if (status === 200 && known !== undefined && known.split(/\s*,\s*/).includes(file.etag)) {
    res.writeHead(304).end();
    return;
  }
  res.writeHead(status, { 'Content-Type': file.type, 'Content-Length': file.bytes.length });
  // Node omits the body for HEAD.
  res.end(file.bytes);
}

const jsonFile = (value: unknown): StaticFile =>
  staticFile(Buffer.from(JSON.stringify(value)), 'application/json; charset=utf-8');

/** Pages with their marks filled, by name. A page of the reference documents the version in its name. */
function filledPages(site: Site, { publicUrl, versions }: DocsOptions): Map<string, StaticFile> {
  const newest = versions.at(-1)!.prefix;
  const filled = [...site.pages].map(([name, text]) => {
    const version = /^reference\/([^/.]+)/.exec(name)?.[1] ?? newest;
    const bytes = Buffer.from(fillPage(text, { publicUrl, version, versions }, site.assets));
    return [name, staticFile(bytes, pageType(name))] as const;
  });
  return new Map(filled);
}

function serveDocuments(router: Router, { publicUrl, versions }: DocsOptions): void {
  const documents = versions.map((version) => openApiDocument(version, { publicUrl }));
  for (const [at, { prefix }] of versions.entries()) {
    const file = jsonFile(documents[at]);
    router.get(`/api/public/${prefix}/openapi.json`, (req, res) => send(req, res, file));
  }
  const collection = jsonFile(postmanCollection(documents.at(-1)!));
  router.get('/docs/postman.json', (req, res) => send(req, res, collection));
}

function serveSearch(router: Router, site: Site, template: StaticFile): void {
  const search = searchBy(site.searchIndex);
  const page = template.bytes.toString();
  router.get('/docs/search', (req, res) => {
    const query = new URL(req.url, 'http://docs').searchParams.get('q') ?? '';
    send(req, res, staticFile(Buffer.from(resultPage(page, search, query)), template.type));
  });
}

/**
 * Serves the OpenAPI document of every version at `/api/public/<version>/openapi.json`, and the guides, the reference and
 * the search below `/docs`. Public and cacheable. Reads everything into memory; throws if the site has not been built.
 */
export function docsRouter(parts: DocsOptions): Router {
  const site = readSite(parts.siteFolder ?? builtSite());
  const pages = filledPages(site, parts);
  const notFound = pages.get('not-found')!;
  const router = Router();
  serveDocuments(router, parts);
  serveSearch(router, site, pages.get('search')!);
  router.get('/docs/reference', (_req, res) => {
    res.setHeader('Cache-Control', SHORT);
    res.redirect(302, `/docs/reference/${parts.versions.at(-1)!.prefix}`);
  });
  router.get('/llms.txt', (req, res) => send(req, res, pages.get('llms.txt')!));
  router.get('/docs/assets/:name', (req, res) => {
    const asset = site.assets.get(req.params.name);
    if (asset === undefined) return send(req, res, notFound, { status: 404 });
    // Immutable only with the hash of its content: during a rollout, a page of a new replica may request an asset from an old one.
    const cacheControl = req.url.endsWith(`?v=${contentHash(asset)}`) ? IMMUTABLE : SHORT;
    send(req, res, asset, { cacheControl });
  });
  router.get(['/docs', '/docs/*page'], (req: Request, res: Response) => {
    const steps = (req.params as { page?: string[] }).page ?? [];
    const name = steps.filter((step) => step !== '').join('/') || 'index';
    const page = name === 'not-found' ? undefined : pages.get(name);
    if (page === undefined) send(req, res, notFound, { status: 404 });
    else send(req, res, page);
  });
  return router;
}
