import { migrate } from '@commerce/service-kit/db/migrate.ts';
import { main } from '@commerce/service-kit/process/main.ts';
import { callers } from './callers.ts';
import { settings } from './config.ts';
import { LIMITS_MIGRATIONS, MIGRATIONS, run } from './run.ts';

await main({
  name: 'auth',
  settings,
  callers,
  run,
  migrate: async (config, logger) => {
    const log = (line: string) => logger.debug({ migration: line }, 'migrating');
    await migrate(config.DATABASE_URL, MIGRATIONS, log);
    await migrate(config.LIMITS_DATABASE_URL, LIMITS_MIGRATIONS, log, { kitTables: false });
  },
});
