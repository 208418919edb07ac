import type { Request } from 'express';
import type { ClientCredentials } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { clientNetworkOf } from '../../edge/client-network.ts';
import { TokenRequestError } from './responses.ts';
import type { Parameters } from './parameters.ts';

interface Pair {
  clientId: string;
  clientSecret: string;
}

const BASIC = /^basic +([A-Za-z0-9+/_-]+=*) *$/i;

/**
 * Credentials of the client, from Basic authentication or the body (contract, section 5, step 2; RFC 6749, 2.3.1). Both
 * at once are accepted if they are equal.
 * @throws TokenRequestError `invalid_request` if they differ, `invalid_client` without any
 */
export function credentialsOf(req: Request, parameters: Parameters): ClientCredentials {
  const basic = fromBasic(req.headers.authorization);
  const inBody = { clientId: parameters.get('client_id'), clientSecret: parameters.get('client_secret') };
  if (
    basic &&
    (differs(inBody.clientId, basic.clientId) || differs(inBody.clientSecret, basic.clientSecret))
  ) {
    throw new TokenRequestError(
      'invalid_request',
      'The Authorization header and the body contain different credentials.',
    );
  }
  const { clientId = '', clientSecret = '' } = basic ?? inBody;
  if (clientId === '' || clientSecret === '') {
    throw new TokenRequestError(
      'invalid_client',
      'The client must authenticate with client_id and client_secret.',
    );
  }
  return { clientId, clientSecret, ip: clientNetworkOf(req) };
}

const differs = (value: string | undefined, expected: string): boolean =>
  value !== undefined && value !== expected;

function fromBasic(header: string | undefined): Pair | undefined {
  if (header === undefined) return undefined;
  const text = Buffer.from(BASIC.exec(header)?.[1] ?? '', 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0)
    throw new TokenRequestError(
      'invalid_client',
      'The Authorization header is not valid Basic authentication.',
    );
  return { clientId: formDecoded(text.slice(0, colon)), clientSecret: formDecoded(text.slice(colon + 1)) };
}

/** Both halves are form-encoded before they are joined (RFC 6749, 2.3.1). */
function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    // A client that does not encode, and whose secret contains a percent sign.
    return text;
  }
}
