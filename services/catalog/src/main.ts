import { migrate } from '@commerce/service-kit/db/migrate.ts';
import { main } from '@commerce/service-kit/process/main.ts';
import { callers } from './callers.ts';
import { settings } from './config.ts';
import { migrations, run } from './run.ts';

await main({
  name: 'catalog',
  settings,
  callers,
  run,
  migrate: ({ DATABASE_URL }, logger) => migrate(DATABASE_URL, migrations, (line) => logger.debug(line)),
});
