import { describeWith } from '../../test/support/describe-with.ts';
import { ensurePhp, missingCommand } from '../../test/support/tools.ts';
import { testVerification } from './webhook-examples.ts';

describeWith('Go', await missingCommand('go', 'version'), 'the code that verifies a signature, in Go', () =>
  testVerification('go'),
);
describeWith('PHP', await ensurePhp(), 'the code that verifies a signature, in PHP', () =>
  testVerification('php'),
);
