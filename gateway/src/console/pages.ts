import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Router, type Request, type Response } from 'express';
import { notFound } from '@commerce/service-kit/fault.ts';
import type { WriteProblem } from '../edge/problem-response.ts';

/** What the pages are served from. */
export interface PagesParts {
  writeProblem: WriteProblem;
  /** The built pages; by default where the build puts them. */
  folder?: URL;
}

/** First steps of the paths that are pages; the browser finds the page. */
const PAGES = [
  'sign-in',
  'sign-up',
  'forgot-password',
  'reset-password',
  'verify-email',
  'invitations',
  'account',
  'stores',
  'developers',
  'platform',
];

/** Stands in the built page wherever the nonce of the answer belongs. */
const NONCE_MARK = /__CSP_NONCE__/g;

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

// Scripts and data come from us alone; styles too, and those elements that carry the answer's nonce. Images of products are anywhere.
const policyOf = (nonce: string): string =>
  "default-src 'none'; script-src 'self'; " +
  `style-src 'self' 'nonce-${nonce}'; img-src 'self' https: data:; connect-src 'self'; font-src 'self'; ` +
  "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

interface Asset {
  type: string;
  bytes: Buffer;
  /** Compressed at the build; undefined for what does not get smaller. */
  gzip: Buffer | undefined;
}

/**
 * The pages of the back office, the developers' portal and the platform's desk: one application, whose first page answers every path of a
 * page. Reads everything into memory; throws when it has not been built.
 */
export function pagesRouter({ writeProblem, folder = builtPages() }: PagesParts): Router {
  if (!existsSync(folder))
    throw new Error(`The pages are not built: ${fileURLToPath(folder)} is missing (pnpm build makes it).`);
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

/** Where the build puts the pages, seen from the bundle (`gateway/dist/main.js`) or from this source. */
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
    // Its name is that of its content.
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
