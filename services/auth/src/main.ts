import { migrate } from '@commerce/service-kit/db/migrate.ts';
import { main } from '@commerce/service-kit/process/main.ts';
import { callers } from './callers.ts';
import { settings } from './config.ts';
import { MIGRATIONS, run } from './run.ts';

await main({
  name: 'auth',
  settings,
  callers,
  run,
  migrate: (config, logger) =>
    migrate(config.DATABASE_URL, MIGRATIONS, (line) => logger.debug({ migration: line }, 'migrating')),
});
