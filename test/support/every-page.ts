import { globSync } from 'node:fs';
import path from 'node:path';

/** Who looks at a page. */
export type Viewer = 'anonymous' | 'owner' | 'developer' | 'staff';

/** A page of the application. */
export interface EveryPage {
  /** As the router knows it, e.g. `/stores/:store/orders/:order`. */
  address: string;
  /** Somebody who may see it. */
  viewer: Viewer;
}

/** The lists of pages, by the name under which a `navigation.ts` exports them: where they begin and who may see them. */
const LISTS: Record<string, { base: string; viewer: Viewer }> = {
  openPages: { base: '', viewer: 'anonymous' },
  personPages: { base: '', viewer: 'owner' },
  storePages: { base: '/stores/:store', viewer: 'owner' },
  developerPages: { base: '/developers/:developer', viewer: 'developer' },
  platformPages: { base: '/platform', viewer: 'staff' },
};

/** Every page of the application, from the lists that the application itself is made of. Throws for a list that nobody told of here. */
export async function everyPage(): Promise<EveryPage[]> {
  const files = globSync('web/src/areas/*/navigation.ts').toSorted();
  // Not by a literal: the pages behind the lists are compiled for browsers.
  const modules = (await Promise.all(files.map((file) => import(path.resolve(file))))) as Record<
    string,
    { path: string }[]
  >[];
  return modules.flatMap(Object.entries).flatMap(([name, pages]: [string, { path: string }[]]) => {
    const list = LISTS[name];
    if (list === undefined) throw new Error(`nobody is told to walk through ${name}`);
    return pages.map((page) => ({
      address: page.path === '' ? list.base || '/' : `${list.base}/${page.path}`,
      viewer: list.viewer,
    }));
  });
}

/** The address of a page with what stands for its parameters. Throws for a parameter that nothing stands for. */
export function filledAddress(address: string, ids: Record<string, string>): string {
  return address.replaceAll(/(?<=\/):(\w+)/g, (_match, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`${address}: nothing stands for :${name}`);
    return id;
  });
}
