import type { ProcessDefinition } from '@commerce/service-kit/process/main.ts';
import { settings } from './config.ts';
import { run } from './run.ts';

/** @public Run by the bundled program. */
export default { name: 'gateway', settings, run } satisfies ProcessDefinition<typeof settings>;
