import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contactOf } from '@commerce/public-api/openapi.ts';
import type { ApiVersions } from '@commerce/public-api/versions.ts';

/** File to serve, with a validator of its content. */
export interface StaticFile {
  bytes: Buffer;
  type: string;
  /** Strong, as in the header. */
  etag: string;
}

/** Built documentation in memory: requests look up a map, never a path on disk. */
export interface Site {
  /** By name: `index`, `quick-start`, `errors/not_found`, …; other formats with their extension: `quick-start.md`. */
  pages: ReadonlyMap<string, string>;
  /** By file name. */
  assets: ReadonlyMap<string, StaticFile>;
  /** Serialized index of the sections. */
  searchIndex: string;
}

const TYPES: Record<string, string> = {
  '.md': 'text/markdown; charset=utf-8',
  '.xml': 'application/atom+xml; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.js': 'text/javascript; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/** Creates a file to serve. */
export function staticFile(bytes: Buffer, type: string): StaticFile {
  return { bytes, type, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"` };
}

/** Media type of a page, by its name. */
export const pageType = (name: string): string => TYPES[extname(name)] ?? 'text/html; charset=utf-8';

/** Hash of a file's content, as used in URLs. */
export const contentHash = ({ etag }: StaticFile): string => etag.slice(1, -1);

/** Output of `buildAssets`, relative to the bundle (`gateway/dist/main.js`) or to this file. */
export function builtSite(): URL {
  const besideTheBundle = new URL('./docs/', import.meta.url);
  return existsSync(new URL('pages/', besideTheBundle))
    ? besideTheBundle
    : new URL('../../dist/docs/', import.meta.url);
}

/** Reads a built site. Throws if it has not been built. */
export function readSite(folder: URL): Site {
  const pagesFolder = new URL('pages/', folder);
  const assetsFolder = new URL('assets/', folder);
  if (!existsSync(pagesFolder) || !existsSync(assetsFolder))
    throw new Error(`The documentation is not built: ${fileURLToPath(folder)} is missing (run pnpm build).`);
  const pages = readdirSync(pagesFolder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(html|md|txt|xml)$/.test(name))
    .map(
      (name) =>
        [
          name.replaceAll('\\', '/').replace(/\.html$/, ''),
          readFileSync(new URL(name, pagesFolder), 'utf8'),
        ] as const,
    );
  const assets = readdirSync(assetsFolder).map(
    (name) =>
      [
        name,
        staticFile(
          readFileSync(new URL(name, assetsFolder)),
          TYPES[extname(name)] ?? 'application/octet-stream',
        ),
      ] as const,
  );
  const searchIndex = readFileSync(new URL('search.json', folder), 'utf8');
  return { pages: new Map(pages), assets: new Map(assets), searchIndex };
}

/** Values known only at run time. */
export interface Marks {
  publicUrl: string;
  /** Prefix of the version that the page documents. */
  version: string;
  /** Supported versions, oldest first. */
  versions: ApiVersions;
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Links to the reference of every version, newest first; empty if there is only one. */
function versionSwitch({ version, versions }: Marks): string {
  if (versions.length === 1) return '';
  const links = versions.toReversed().map(({ prefix, deprecated }) => {
    const current = prefix === version ? ' aria-current="page"' : '';
    const note = deprecated === undefined ? '' : ' (deprecated)';
    return `<a href="/docs/reference/${prefix}"${current}>${prefix}${note}</a>`;
  });
  return `<nav class="versions" aria-label="Version">${links.join('')}</nav>`;
}

/** Fills the placeholders of a page: `{{version_switch}}`, `{{base_url}}`, `{{auth_url}}`, `{{docs_url}}`, `{{contact_url}}`, `{{version}}`, `{{openapi_path}}`, `{{asset:<name>}}`. */
export function fillPage(html: string, marks: Marks, assets: Site['assets']): string {
  const { publicUrl, version } = marks;
  const values: Record<string, string> = {
    base_url: `${publicUrl}/api/public/${version}`,
    auth_url: publicUrl,
    docs_url: `${publicUrl}/docs`,
    contact_url: contactOf(publicUrl).url,
    version,
    openapi_path: `/api/public/${version}/openapi.json`,
  };
  return html
    .replaceAll('{{version_switch}}', () => versionSwitch(marks))
    .replaceAll(/\{\{asset:([\w.-]+)\}\}/g, (mark, name: string) => {
      const asset = assets.get(name);
      if (asset === undefined) throw new Error(`${mark} does not name an asset`);
      return `/docs/assets/${name}?v=${contentHash(asset)}`;
    })
    .replaceAll(/\{\{(\w+)\}\}/g, (mark, name: string) => {
      if (!Object.hasOwn(values, name)) throw new Error(`${mark} is not a placeholder`);
      return escapeHtml(values[name]!);
    });
}
