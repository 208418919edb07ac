import { describeWith } from '../../test/support/describe-with.ts';
import { ensurePhp } from '../../test/support/tools.ts';
import { testVerification } from './webhook-examples.ts';

describeWith('PHP', await ensurePhp(), 'the code that verifies a signature, in PHP', () =>
  testVerification('php'),
);
