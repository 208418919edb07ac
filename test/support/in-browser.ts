import { describe, jest } from '@jest/globals';
import { provideChromium } from './chromium.ts';

const missing = await provideChromium();
if (missing !== undefined) process.stderr.write(`  skipped: chromium cannot be had: ${missing}\n`);

// A page's test walks through many requests, on machines that are slow as well.
jest.setTimeout(300_000);

/** `describe` for tests that need Chromium: skipped, with a word, where it cannot be had. */
export const describeInBrowser = missing === undefined ? describe : describe.skip;
