import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { newestOf, versions as supported, type ApiVersions } from '@commerce/public-api/versions.ts';
import { searchIndex } from '../search.ts';
import { changelogFeed } from './changelog.ts';
import { guidePage } from './layout.ts';
import { llmsIndex } from './llms.ts';
import { renderGuide } from './markdown.ts';
import { expandMarks } from './marks.ts';
import { referencePages, type ReferencePage } from './reference.ts';
import { sectionsOf } from './sections.ts';
import { ERROR_PAGES, GUIDES, guidePath } from './site-map.ts';

/** Input and output directories of the site, with a trailing slash. */
export interface SiteDirectories {
  /** Guides in Markdown. */
  guides: URL;
  /** Emptied, then filled: `pages/`, `assets/` and the index of the search. */
  out: URL;
}

/** Page in Markdown, with the marks that are filled at run time. */
export interface Source {
  /** Path below `/docs`. */
  name: string;
  markdown: string;
  /** Pages of its version of the reference, for the navigation. */
  reference: readonly ReferencePage[];
}

const ownAssets = new URL('../assets/', import.meta.url);

const NOT_FOUND =
  '# Page not found\n\nThis page does not exist. [Search](/docs/search), or see the [overview](index.md) for all pages.\n';
const SEARCH = '# Search\n\n<!--results-->\n';

const IMAGE = /\]\(\.\.\/images\/([\w-]+\.png)\)/g;

async function sourcesOf(guides: URL, versions: ApiVersions): Promise<Source[]> {
  const references = versions.map((version) => referencePages(version, version === versions.at(-1)));
  const reference = references.at(-1)!;
  const names = [...GUIDES.map(({ slug }) => slug), ...ERROR_PAGES.map((code) => `errors/${code}`)];
  const written = names.map(async (name) => {
    const markdown = expandMarks(await readFile(new URL(`${name}.md`, guides), 'utf8'), newestOf(supported));
    return { name, markdown, reference };
  });
  const generated = references.flatMap((pages) =>
    pages.map(({ slug, markdown }) => ({ name: `reference/${slug}`, markdown, reference: pages })),
  );
  return [...(await Promise.all(written)), ...generated];
}

async function writePage(out: URL, name: string, text: string): Promise<void> {
  const file = new URL(`pages/${name}`, out);
  await mkdir(new URL('./', file), { recursive: true });
  await writeFile(file, text);
}

async function writeSource(out: URL, { name, markdown, reference }: Source): Promise<void> {
  await writePage(out, `${name}.html`, guidePage(guidePath(name), renderGuide(markdown, name), reference));
  await writePage(
    out,
    `${name}.md`,
    markdown.replaceAll(IMAGE, (_mark, image) => `]({{asset:${image}}})`),
  );
}

async function writeAssets({ guides, out }: SiteDirectories, sources: Source[]): Promise<void> {
  const assets = new URL('assets/', out);
  await mkdir(assets, { recursive: true });
  for (const name of await readdir(ownAssets))
    await writeFile(new URL(name, assets), await readFile(new URL(name, ownAssets)));
  for (const { markdown } of sources)
    for (const [, name] of markdown.matchAll(IMAGE))
      await writeFile(new URL(name!, assets), await readFile(new URL(`../images/${name!}`, guides)));
}

/**
 * Builds the pages, the index of the search and the assets of the documentation.
 * @param versions versions of the API, oldest first
 */
export async function buildSite(directories: SiteDirectories, versions = supported): Promise<void> {
  const { out } = directories;
  await rm(out, { recursive: true, force: true });
  const sources = await sourcesOf(directories.guides, versions);
  for (const source of sources) await writeSource(out, source);
  const { reference } = sources[0]!;
  await writePage(out, 'not-found.html', guidePage('', renderGuide(NOT_FOUND), reference));
  await writePage(out, 'search.html', guidePage('', renderGuide(SEARCH), reference));
  await writePage(out, 'llms.txt', llmsIndex(sources));
  const changelog = sources.find(({ name }) => name === 'changelog')!;
  await writePage(out, 'changelog.xml', changelogFeed(changelog.markdown));
  const current = sources.filter((source) => source.reference === reference);
  await writeFile(new URL('search.json', out), searchIndex(current.flatMap(sectionsOf)));
  await writeAssets(directories, sources);
}
