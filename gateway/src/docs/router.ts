import { Router } from 'express';
import type { Request, Response } from 'express';
import { openApiDocument } from '@commerce/public-api/openapi.ts';
import type { ApiVersions } from '@commerce/public-api/versions.ts';
import { builtSite, contentHash, fillPage, readSite, staticFile } from './site.ts';
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

// Guides are plain HTML: no scripts, and only the stylesheet and images are fetched.
const GUIDE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

// The viewer's scripts and the document come from this origin. The viewer adds two style elements, allowed by their hashes: an empty
// one that it fills by script, and one for its scrollbars (redoc 2.5.4). No unsafe-inline, eval or workers.
const REFERENCE_POLICY =
  "default-src 'none'; script-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'; style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' " +
  "'sha256-QMIg+bpjm3JdElJ388KYke01izlUW0UoNOeKjpMxdgc='";

const SHORT = 'public, max-age=300';
const IMMUTABLE = 'public, max-age=31536000, immutable';

interface Sent {
  status?: number;
  cacheControl?: string;
  policy?: string;
}

function send(
  req: Request,
  res: Response,
  file: StaticFile,
  { status = 200, cacheControl = SHORT, policy }: Sent = {},
): void {
  res.setHeader('Cache-Control', cacheControl);
  res.setHeader('X-Content-Type-Options', 'nosniff');
  if (policy !== undefined) res.setHeader('Content-Security-Policy', policy);
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

const htmlFile = (html: string): StaticFile => staticFile(Buffer.from(html), 'text/html; charset=utf-8');

function filledPages(site: Site, { publicUrl, versions }: DocsOptions): Map<string, StaticFile> {
  const newest = versions.at(-1)!.prefix;
  const fill = (html: string, version: string) =>
    htmlFile(fillPage(html, { publicUrl, version, versions }, site.assets));
  const pages = new Map([...site.pages].map(([name, html]) => [name, fill(html, newest)]));
  const reference = site.pages.get('reference');
  if (reference !== undefined)
    for (const { prefix } of versions) pages.set(`reference/${prefix}`, fill(reference, prefix));
  return pages;
}

function serveDocuments(router: Router, { publicUrl, versions }: DocsOptions): void {
  for (const version of versions) {
    const document = JSON.stringify(openApiDocument(version, { publicUrl }));
    const file = staticFile(Buffer.from(document), 'application/json; charset=utf-8');
    router.get(`/api/public/${version.prefix}/openapi.json`, (req, res) => send(req, res, file));
  }
}

/**
 * Serves the OpenAPI document of every version at `/api/public/<version>/openapi.json`, and the guides and the reference
 * below `/docs`. Public and cacheable. Reads everything into memory; throws if the site has not been built.
 */
export function docsRouter(parts: DocsOptions): Router {
  const site = readSite(parts.siteFolder ?? builtSite());
  const pages = filledPages(site, parts);
  const notFound = pages.get('not-found')!;
  const router = Router();
  serveDocuments(router, parts);
  router.get('/docs/assets/:name', (req, res) => {
    const asset = site.assets.get(req.params.name);
    if (asset === undefined) return send(req, res, notFound, { status: 404, policy: GUIDE_POLICY });
    // Immutable only with the hash of its content: during a rollout, a page of a new replica may request an asset from an old one.
    const cacheControl = req.url.endsWith(`?v=${contentHash(asset)}`) ? IMMUTABLE : SHORT;
    send(req, res, asset, { cacheControl });
  });
  router.get(['/docs', '/docs/*page'], (req: Request, res: Response) => {
    const steps = (req.params as { page?: string[] }).page ?? [];
    const name = steps.filter((step) => step !== '').join('/') || 'index';
    const page = name === 'not-found' ? undefined : pages.get(name);
    const policy = name.startsWith('reference') ? REFERENCE_POLICY : GUIDE_POLICY;
    if (page === undefined) send(req, res, notFound, { status: 404, policy: GUIDE_POLICY });
    else send(req, res, page, { policy });
  });
  return router;
}
