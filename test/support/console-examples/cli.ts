import type { cliRoutes } from '@commerce/console-api/routes/cli.ts';
import type { ExamplesOf } from './example.ts';

export const cliExamples: ExamplesOf<typeof cliRoutes> = {
  createCode: () => ({ body: { codeChallenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' } }),
  start: () => ({ body: { code: 'x', codeVerifier: 'x'.repeat(43) } }),
};
