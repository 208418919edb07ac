import type { ComponentType } from 'react';
import type { Icon } from '@tabler/icons-react';
import type { Permission } from '@commerce/console-api/access.ts';

/** A page of an area, as `areas/<area>/navigation.ts` lists it. */
export interface AreaPage {
  /** Relative to the area; empty for its first page. */
  path: string;
  /** The module whose default export is the page; loaded when it is visited. */
  load: () => Promise<{ default: ComponentType }>;
  /** In a store: what the person's role must include; who lacks it sees neither the page nor its entry. */
  permission?: Permission;
  /** The page's entry in the menu; without it the page is reached from others. */
  menu?: MenuEntry;
  /** The page has the whole window, without header and menu. */
  bare?: boolean;
}

/** An entry of the menu. */
export interface MenuEntry {
  /** Key of its text in the texts `navigation`: `entries.<text>`. */
  text: string;
  icon: Icon;
  /** Under which heading: `groups.<group>` of the texts `navigation`; without one it stands above all. */
  group?: string;
}
