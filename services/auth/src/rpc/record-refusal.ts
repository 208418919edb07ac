import type {
  RecordRefusalRequest,
  RecordRefusalResponse,
} from '@commerce/proto/commerce/auth/v1/admission.ts';
import { invalid } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from '../deps.ts';
import { hashOfKey, KEY_MS } from '../domain/key-claim.ts';
import { keyClaimRefuse } from '../store/key-claim.ts';

/** Stores the refusal of a keyed write with its key; of several, the first one stored is the response. */
export const recordRefusal =
  ({ limits, clock }: Deps): Handler<RecordRefusalRequest, RecordRefusalResponse> =>
  async (_ctx, { installationId, claim, refusal }) => {
    if (claim === undefined || refusal === undefined) throw invalid('claim', 'Is required, and a refusal.');
    const keyHash = hashOfKey(installationId, claim.key);
    const key = { keyHash, fingerprint: claim.fingerprint };
    return { earlier: await keyClaimRefuse(limits, key, refusal, new Date(clock.now() + KEY_MS)) };
  };
