import gateway from '@commerce/gateway/main.ts';
import { run } from '@commerce/gateway/run.ts';
import { main } from '@commerce/service-kit/process/main.ts';
import { testVersions } from '../../../packages/public-api/test/versions/2099-01.ts';

/** The gateway with the versions of the tests. */
await main({ ...gateway, run: (host) => run(host, testVersions) });
