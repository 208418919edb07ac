import { provideChromium } from './chromium.ts';
import { describeWith } from './describe-with.ts';

const missing = await provideChromium();

/** `describe` for tests that need Chromium. */
export const describeInBrowser = (name: string, tests: () => void): void =>
  describeWith('Chromium', missing, name, tests);
