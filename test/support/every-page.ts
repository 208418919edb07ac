import { globSync } from 'node:fs';
import path from 'node:path';

/** Kind of viewer of a page. */
export type Viewer = 'anonymous' | 'owner' | 'developer' | 'staff';

/** A page of the application. */
export interface EveryPage {
  /** Route pattern, e.g. `/stores/:store/orders/:order`. */
  address: string;
  /** A viewer with access to it. */
  viewer: Viewer;
}

/** Base path and viewer of the page lists, by the name under which a `navigation.ts` exports them. */
const LISTS: Record<string, { base: string; viewer: Viewer }> = {
  openPages: { base: '', viewer: 'anonymous' },
  personPages: { base: '', viewer: 'owner' },
  storePages: { base: '/stores/:store', viewer: 'owner' },
  developerPages: { base: '/developers/:developer', viewer: 'developer' },
  platformPages: { base: '/platform', viewer: 'staff' },
};

/** Every page of the application, from the application's own lists. Throws for a list that is not declared here. */
export async function everyPage(): Promise<EveryPage[]> {
  const files = globSync('web/src/areas/*/navigation.ts').toSorted();
  // Not a literal import, because the pages behind the lists are compiled for browsers.
  const modules = (await Promise.all(files.map((file) => import(path.resolve(file))))) as Record<
    string,
    { path: string }[]
  >[];
  return modules.flatMap(Object.entries).flatMap(([name, pages]: [string, { path: string }[]]) => {
    const list = LISTS[name];
    if (list === undefined) throw new Error(`no viewer is declared for the page list ${name}`);
    return pages.map((page) => ({
      address: page.path === '' ? list.base || '/' : `${list.base}/${page.path}`,
      viewer: list.viewer,
    }));
  });
}

/** The path of a page with its parameters filled in. Throws for a parameter without a value. */
export function fillAddress(address: string, ids: Record<string, string>): string {
  return address.replaceAll(/(?<=\/):(\w+)/g, (_match, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`${address}: no value for :${name}`);
    return id;
  });
}
