import { createContext, useContext } from 'react';
import { matchPath, useLocation } from 'react-router';

/** Pages of an area, as its navigation lists them. */
interface Area {
  /** Path of the area. */
  base: string;
  pages: { path: string; menu?: { text: string } }[];
}

/** Area of the pages below; none for pages without a frame. */
export const AreaContext = createContext<Area>({ base: '/', pages: [] });

/** Shape of a page: `home` and `list` are the pages of the menu, `record` the others. */
export type PageShape = 'home' | 'list' | 'record';

/** Shape of the page at the current path. */
export function usePageShape(): PageShape {
  const { base, pages } = useContext(AreaContext);
  const { pathname } = useLocation();
  if (pathname === base) return 'home';
  const page = pages.find(({ path }) => matchPath(`${base}/${path}`, pathname) !== null);
  return page?.menu === undefined ? 'record' : 'list';
}

/** The menu page above the current one: of an order, the orders; undefined when there is none. */
export function useParentPage(): { to: string; text: string } | undefined {
  const { base, pages } = useContext(AreaContext);
  const { pathname } = useLocation();
  const parent = pages
    .filter(({ path, menu }) => menu !== undefined && path !== '' && pathname.startsWith(`${base}/${path}/`))
    .toSorted((a, b) => b.path.length - a.path.length)[0];
  return parent?.menu && { to: `${base}/${parent.path}`, text: parent.menu.text };
}
