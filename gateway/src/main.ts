import type { ProcessDefinition } from '@commerce/service-kit/process/main.ts';
import { settings } from './config.ts';
import { run } from './run.ts';

/** @public The program that the build bundles runs it. */
export default { name: 'gateway', settings, run } satisfies ProcessDefinition<typeof settings>;
