import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { versions } from '@commerce/public-api/versions.ts';
import { expandMarks } from './fields.ts';
import { guidePage, referencePage } from './layout.ts';
import { renderGuide } from './markdown.ts';
import { ERROR_PAGES, GUIDES, guidePath } from './site-map.ts';

/** Where the site is made from and to. Folders, with a slash at their end. */
export interface SitePlace {
  /** Guides in Markdown. */
  guides: URL;
  /** Emptied, then filled: `pages/` and `assets/`. */
  out: URL;
}

const ownAssets = new URL('../assets/', import.meta.url);
const NOT_FOUND =
  '# Page not found\n\nThere is no such page. The [overview](index.md) lists those there are.\n';

/** @returns the pictures that the page shows */
async function writePage(out: URL, name: string, html: string): Promise<string[]> {
  const file = new URL(`pages/${name}.html`, out);
  await mkdir(new URL('./', file), { recursive: true });
  await writeFile(file, html);
  return [...html.matchAll(/src="\{\{asset:([\w-]+\.png)\}\}"/g)].map(([, picture]) => picture!);
}

/** @returns the pictures that the pages show */
async function buildPages({ guides, out }: SitePlace): Promise<string[]> {
  const pictures: string[] = [];
  const newest = versions.at(-1)!;
  const names = [...GUIDES.map(({ slug }) => slug), ...ERROR_PAGES.map((code) => `errors/${code}`)];
  for (const name of names) {
    const markdown = await readFile(new URL(`${name}.md`, guides), 'utf8');
    const html = guidePage(guidePath(name), renderGuide(expandMarks(markdown, newest)));
    pictures.push(...(await writePage(out, name, html)));
  }
  await writePage(out, 'not-found', guidePage('', renderGuide(NOT_FOUND)));
  await writePage(out, 'reference', referencePage());
  return pictures;
}

// The viewer shows its maker's logo from the maker's host, which our policy forbids: an image of nothing hides itself.
const LOGO = 'https://cdn.redoc.ly/redoc/logo-mini.svg';

async function buildAssets({ guides, out }: SitePlace, pictures: string[]): Promise<void> {
  const assets = new URL('assets/', out);
  await mkdir(assets, { recursive: true });
  for (const name of await readdir(ownAssets))
    await writeFile(new URL(name, assets), await readFile(new URL(name, ownAssets)));
  for (const name of pictures)
    await writeFile(new URL(name, assets), await readFile(new URL(`../images/${name}`, guides)));
  const bundle = new URL(import.meta.resolve('redoc/bundles/redoc.standalone.js'));
  const viewer = await readFile(bundle, 'utf8');
  if (!viewer.includes(LOGO))
    throw new Error(`${fileURLToPath(bundle)} no longer shows its logo from ${LOGO}`);
  const sourceMap = /\n\/\/# sourceMappingURL=.*\n?$/;
  await writeFile(new URL('redoc.js', assets), viewer.replaceAll(LOGO, 'data:,').replace(sourceMap, '\n'));
  await writeFile(
    new URL('redoc.LICENSE.txt', assets),
    await readFile(new URL('redoc.standalone.js.LICENSE.txt', bundle)),
  );
}

/** Builds the documentation's pages and assets. */
export async function buildSite(place: SitePlace): Promise<void> {
  await rm(place.out, { recursive: true, force: true });
  const pictures = await buildPages(place);
  await buildAssets(place, pictures);
}
