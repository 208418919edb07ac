import { migrate } from '@commerce/service-kit/db/migrate.ts';
import { main } from '@commerce/service-kit/process/main.ts';
import { callers, settings } from './config.ts';
import { migrations, run } from './run.ts';

await main({
  name: 'webhooks',
  settings,
  callers,
  run,
  migrate: ({ DATABASE_URL }, logger) => migrate(DATABASE_URL, migrations, (line) => logger.debug(line)),
});
