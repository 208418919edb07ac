import type { Page } from 'playwright-core';
import type { View } from '../support/chromium.ts';
import type { Demo } from './demo.ts';

/** A screenshot for the documentation. */
export interface Picture extends View {
  /** File name without extension. */
  name: string;
  /** The signed-in viewer; signed out when absent. */
  who?: 'owner' | 'otherOwner' | 'team' | 'developer' | 'staff';
  /** Path of the page; `:store` is the demo's first store, `:developer` its developer. */
  path: string;
  /** Clicks before the screenshot, each on the first element with the role and name. */
  click?: { role: 'button' | 'tab' | 'link'; name: string }[];
  /** Further actions before the screenshot. */
  act?: (page: Page) => Promise<void>;
  /** Finds a path that is known only when the demo runs. */
  find?: (demo: Demo) => Promise<string>;
}
