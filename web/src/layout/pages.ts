import type { ComponentType } from 'react';
import type { Icon } from '@tabler/icons-react';
import type { Permission } from '@commerce/console-api/access.ts';

/** Page of an area, as `areas/<area>/navigation.ts` lists it. */
export interface AreaPage {
  /** Relative to the area; empty for its first page. */
  path: string;
  /** Module whose default export is the page; loaded on the first visit. */
  load: () => Promise<{ default: ComponentType }>;
  /** Required permission in a store; without it neither the page nor its entry is shown. */
  permission?: Permission;
  /** Menu entry of the page; without it the page is reached from others. */
  menu?: MenuEntry;
  /** Shows the page without header and menu. */
  fullScreen?: boolean;
}

export interface MenuEntry {
  /** Text key: `navigation:entries.<text>`. */
  text: string;
  icon: Icon;
  /** Heading above the entry, `navigation:groups.<group>`; entries without one come first. */
  group?: string;
}
