import { afterAll, beforeAll } from 'vitest';
import { testVersions } from '../../packages/public-api/test/versions/2099-01.ts';
import { testFuzz } from '../support/fuzz-api.ts';
import { startVersions } from '../support/versions/start.ts';

const [, next] = testVersions;
let started: Awaited<ReturnType<typeof startVersions>>;
beforeAll(async () => {
  started = await startVersions();
});
afterAll(() => started.stop());

testFuzz({
  phases: 'examples,fuzzing',
  maxExamples: 6,
  answers: { 200: 20, 400: 20, 404: 3 },
  version: next.prefix,
  origin: () => started.url,
});
