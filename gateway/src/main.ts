import { main } from '@commerce/service-kit/process/main.ts';
import { settings } from './config.ts';
import { run } from './run.ts';

await main({ name: 'gateway', settings, run });
