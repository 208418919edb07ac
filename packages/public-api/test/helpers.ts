import { readFileSync } from 'node:fs';

/** Parsed golden body of the version 2026-10. */
export const golden = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../src/2026-10/golden/${name}.json`, import.meta.url), 'utf8'));
