import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { versions } from '@commerce/public-api/versions.ts';
import { expandMarks } from './fields.ts';
import { guidePage, referencePage } from './layout.ts';
import { renderGuide } from './markdown.ts';
import { ERROR_PAGES, GUIDES, guidePath } from './site-map.ts';

/** Input and output directories of the site, with a trailing slash. */
export interface SiteDirectories {
  /** Guides in Markdown. */
  guides: URL;
  /** Emptied, then filled: `pages/` and `assets/`. */
  out: URL;
}

const ownAssets = new URL('../assets/', import.meta.url);
const NOT_FOUND =
  '# Page not found\n\nThis page does not exist. See the [overview](index.md) for all pages.\n';

/** @returns the images on the page */
async function writePage(out: URL, name: string, html: string): Promise<string[]> {
  const file = new URL(`pages/${name}.html`, out);
  await mkdir(new URL('./', file), { recursive: true });
  await writeFile(file, html);
  return [...html.matchAll(/src="\{\{asset:([\w-]+\.png)\}\}"/g)].map(([, image]) => image!);
}

/** @returns the images on the pages */
async function buildPages({ guides, out }: SiteDirectories): Promise<string[]> {
  const images: string[] = [];
  const newest = versions.at(-1)!;
  const names = [...GUIDES.map(({ slug }) => slug), ...ERROR_PAGES.map((code) => `errors/${code}`)];
  for (const name of names) {
    const markdown = await readFile(new URL(`${name}.md`, guides), 'utf8');
    const html = guidePage(guidePath(name), renderGuide(expandMarks(markdown, newest)));
    images.push(...(await writePage(out, name, html)));
  }
  await writePage(out, 'not-found', guidePage('', renderGuide(NOT_FOUND)));
  await writePage(out, 'reference', referencePage());
  return images;
}

// The viewer loads its vendor's logo from a host that the policy forbids; an empty image is hidden.
const LOGO = 'https://cdn.redoc.ly/redoc/logo-mini.svg';

async function buildAssets({ guides, out }: SiteDirectories, images: string[]): Promise<void> {
  const assets = new URL('assets/', out);
  await mkdir(assets, { recursive: true });
  for (const name of await readdir(ownAssets))
    await writeFile(new URL(name, assets), await readFile(new URL(name, ownAssets)));
  for (const name of images)
    await writeFile(new URL(name, assets), await readFile(new URL(`../images/${name}`, guides)));
  const bundle = new URL(import.meta.resolve('redoc/bundles/redoc.standalone.js'));
  const viewer = await readFile(bundle, 'utf8');
  if (!viewer.includes(LOGO))
    throw new Error(`${fileURLToPath(bundle)} no longer loads its logo from ${LOGO}`);
  const sourceMap = /\n\/\/# sourceMappingURL=.*\n?$/;
  await writeFile(new URL('redoc.js', assets), viewer.replaceAll(LOGO, 'data:,').replace(sourceMap, '\n'));
  await writeFile(
    new URL('redoc.LICENSE.txt', assets),
    await readFile(new URL('redoc.standalone.js.LICENSE.txt', bundle)),
  );
}

/** Builds the pages and assets of the documentation. */
export async function buildSite(directories: SiteDirectories): Promise<void> {
  await rm(directories.out, { recursive: true, force: true });
  const images = await buildPages(directories);
  await buildAssets(directories, images);
}
