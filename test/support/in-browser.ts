import { ensureChromium } from './chromium.ts';
import { describeWith } from './describe-with.ts';

const missing = await ensureChromium();

/** `describe` for tests that need Chromium. */
export const describeInBrowser = (name: string, tests: () => void): void =>
  describeWith('Chromium', missing, name, tests);
