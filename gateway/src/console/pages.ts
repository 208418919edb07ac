import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Router, type Request, type Response } from 'express';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { WriteProblem } from '../edge/problem-response.ts';

/** Options of `pagesRouter`. */
export interface PagesOptions {
  writeProblem: WriteProblem;
  /** Built pages; defaults to the output of the build. */
  folder?: URL;
}

/** First segments of the paths of pages; the browser routes below them. */
const PAGES = [
  'sign-in',
  'sign-up',
  'forgot-password',
  'reset-password',
  'verify-email',
  'invitations',
  'account',
  'cli',
  'stores',
  'developers',
  'platform',
];

/** Placeholder in the built page for the nonce of the response. */
const NONCE_MARK = /__CSP_NONCE__/g;

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

// Scripts, data and styles only come from this origin, and from style elements with the nonce. Product images may be on any host.
const policyOf = (nonce: string): string =>
  "default-src 'none'; script-src 'self'; " +
  `style-src 'self' 'nonce-${nonce}'; img-src 'self' https: data:; connect-src 'self'; font-src 'self'; ` +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

interface Asset {
  type: string;
  bytes: Buffer;
  /** Compressed by the build; undefined if compression does not make it smaller. */
  gzip: Buffer | undefined;
}

/**
 * Serves the back office, the developer portal and the platform admin: one application, whose document answers the path of
 * every page. Reads everything into memory; throws if it has not been built.
 */
export function pagesRouter({ writeProblem, folder = builtPages() }: PagesOptions): Router {
  if (!existsSync(folder))
    throw new Error(`The pages are not built: ${fileURLToPath(folder)} is missing (run pnpm build).`);
  const index = readFileSync(new URL('index.html', folder), 'utf8');
  const assets = readAssets(new URL('assets/', folder));
  const router = Router();
  router.get('/assets/:name', (req, res) => {
    res.locals['route'] = '/assets';
    const asset = assets.get(req.params.name);
    if (asset === undefined) writeProblem(res, notFound());
    else sendAsset(req, res, asset);
  });
  const paths = ['/', ...PAGES.flatMap((page) => [`/${page}`, `/${page}/*rest`])];
  router.get(paths, (_req, res) => sendPage(res, index));
  return router;
}

/** Output of the build, relative to the bundle (`gateway/dist/main.js`) or to this file. */
function builtPages(): URL {
  const besideTheBundle = new URL('./web/', import.meta.url);
  return existsSync(besideTheBundle) ? besideTheBundle : new URL('../../dist/web/', import.meta.url);
}

function readAssets(folder: URL): Map<string, Asset> {
  const names = readdirSync(folder);
  const read = (name: string): [string, Asset] => [
    name,
    {
      type: TYPES[extname(name)] ?? 'application/octet-stream',
      bytes: readFileSync(new URL(name, folder)),
      gzip: names.includes(`${name}.gz`) ? readFileSync(new URL(`${name}.gz`, folder)) : undefined,
    },
  ];
  return new Map(names.filter((name) => !name.endsWith('.gz')).map(read));
}

function sendAsset(req: Request, res: Response, { type, bytes, gzip }: Asset): void {
  const zipped = gzip !== undefined && /\bgzip\b/.test(req.headers['accept-encoding'] ?? '');
  const body = zipped ? gzip : bytes;
  res.writeHead(200, {
    'Content-Type': type,
    'Content-Length': body.length,
    // The name contains a hash of the content.
    'Cache-Control': 'public, max-age=31536000, immutable',
    Vary: 'Accept-Encoding',
    ...(zipped ? { 'Content-Encoding': 'gzip' } : {}),
  });
  res.end(body);
}

function sendPage(res: Response, index: string): void {
  res.locals['route'] = '/';
  const nonce = randomBytes(16).toString('base64url');
  const html = index.replaceAll(NONCE_MARK, nonce);
  res.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(html),
    'Content-Security-Policy': policyOf(nonce),
  });
  res.end(html);
}
