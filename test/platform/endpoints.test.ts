import { versions } from '@commerce/public-api/versions.ts';
import { platform } from '../support/platform.ts';
import { testReads } from '../support/read-matrix.ts';

testReads(versions[0]!, () => platform().gateways[0]);
