import { versions } from '@commerce/public-api/versions.ts';
import { platform } from '../support/platform.ts';
import { testRefusedWrites } from '../support/refusal-matrix.ts';

testRefusedWrites(versions[0]!, () => platform().gateways);
