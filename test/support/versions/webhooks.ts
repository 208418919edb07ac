import { main } from '@commerce/service-kit/process/main.ts';
import { webhooksService } from '@commerce/webhooks/main.ts';
import { testVersions } from '../../../packages/public-api/test/versions/2099-01.ts';

/** The webhooks service with the versions of the tests. */
await main(webhooksService(testVersions));
