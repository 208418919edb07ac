import type { Request } from 'express';
import type { ClientCredentials } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { addressOf } from '../deps.ts';
import { TokenRequestError } from './answers.ts';
import type { Parameters } from './parameters.ts';

interface Pair {
  clientId: string;
  clientSecret: string;
}

const BASIC = /^basic +([A-Za-z0-9+/_-]+=*) *$/i;

/**
 * The client's credentials: by Basic or in the body (contract, section 5, step 2; RFC 6749, 2.3.1). Both at once are
 * accepted when they are the same.
 * @throws TokenRequestError `invalid_request` when they differ, `invalid_client` when there are none
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
      'Different credentials in the Authorization header and in the body.',
    );
  }
  const { clientId = '', clientSecret = '' } = basic ?? inBody;
  if (clientId === '' || clientSecret === '') {
    throw new TokenRequestError(
      'invalid_client',
      'The client must authenticate by client_id and client_secret.',
    );
  }
  return { clientId, clientSecret, ip: addressOf(req) };
}

const differs = (given: string | undefined, expected: string): boolean =>
  given !== undefined && given !== expected;

function fromBasic(header: string | undefined): Pair | undefined {
  if (header === undefined) return undefined;
  const text = Buffer.from(BASIC.exec(header)?.[1] ?? '', 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0)
    throw new TokenRequestError('invalid_client', 'The Authorization header is not well-formed Basic.');
  return { clientId: formDecoded(text.slice(0, colon)), clientSecret: formDecoded(text.slice(colon + 1)) };
}

/** Both halves are form-encoded before they are joined (RFC 6749, 2.3.1). */
function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    // A client that does not encode, with a percent sign of its own.
    return text;
  }
}
