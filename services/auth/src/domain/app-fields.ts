import type { AppFields } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { FieldErrors } from '@commerce/service-kit/fields.ts';
import { isMailAddress } from '@commerce/texts/email.ts';
import { REPEATED } from '@commerce/texts/lists.ts';
import {
  hasPlainHost,
  HOST_PROBLEM,
  isLocal,
  MAX_URL,
  redirectUriProblem,
} from '@commerce/texts/redirect-uri.ts';
import { SCOPES } from './scope.ts';

/** Maximum length of the name of an app or a store, in characters. */
const MAX_NAME = 60;
const MAX_DESCRIPTION = 500;
const MAX_REDIRECT_URIS = 10;
/** Maximum length of an unknown scope that an error quotes, in characters. */
const MAX_QUOTED = 64;
const DUPLICATE = { reason: 'given_twice', message: REPEATED };

/**
 * The fields of an app, normalized.
 * @throws Fault `invalid_request` that lists every problem
 */
export function readAppFields(given: AppFields | undefined): AppFields {
  const errors = new FieldErrors();
  const fields: AppFields = {
    name: errors.line('name', (given?.name ?? '').trim(), 1, MAX_NAME),
    description: errors.lines('description', (given?.description ?? '').trim(), 0, MAX_DESCRIPTION),
    logoUrl: readUrl(errors, 'logo_url', given?.logoUrl ?? '', ['https:']),
    redirectUris: readRedirectUris(errors, given?.redirectUris ?? []),
    scopes: readScopes(errors, given?.scopes ?? []),
    supportUrl: readUrl(errors, 'support_url', given?.supportUrl ?? '', ['https:', 'http:']),
    supportEmail: readEmail(errors, given?.supportEmail ?? ''),
    installUrl: readUrl(errors, 'install_url', given?.installUrl ?? '', ['https:']),
  };
  errors.throwIfAny();
  return fields;
}

/**
 * The name of a developer's test store.
 * @throws Fault `invalid_request`
 */
export function readStoreName(given: string): string {
  const errors = new FieldErrors();
  const name = errors.line('name', given.trim(), 1, MAX_NAME);
  errors.throwIfAny();
  return name;
}

function readRedirectUris(errors: FieldErrors, given: string[]): string[] {
  if (!errors.count('redirect_uris', given.length, 1, MAX_REDIRECT_URIS)) return [];
  for (const [index, uri] of given.entries()) {
    const problem = given.indexOf(uri) < index ? DUPLICATE : redirectUriProblem(uri);
    if (problem !== undefined) errors.add(`redirect_uris[${index}]`, problem.message, problem.reason);
  }
  return given;
}

function readScopes(errors: FieldErrors, given: string[]): string[] {
  if (given.length === 0) errors.add('scopes', 'Is required.', 'missing');
  const known: readonly string[] = SCOPES;
  const unknown = given.slice(0, SCOPES.length).filter((scope) => !known.includes(scope));
  for (const scope of unknown) errors.add('scopes', `Unknown scope: ${scope.slice(0, MAX_QUOTED)}`);
  return SCOPES.filter((scope) => given.includes(scope));
}

function readUrl(errors: FieldErrors, field: string, given: string, protocols: string[]): string {
  const text = given.trim();
  if (text === '') return '';
  const url = text.length <= MAX_URL && !/[\s\p{Cc}\\]/u.test(text) ? URL.parse(text) : null;
  const isGood = url !== null && (protocols.includes(url.protocol) || isLocal(url));
  if (!isGood || url.username !== '' || url.password !== '') {
    const kinds = protocols.map((protocol) => protocol.slice(0, -1)).join(' or ');
    errors.add(field, `Must be an ${kinds} URL of at most ${MAX_URL} characters.`);
  } else if (!hasPlainHost(url)) {
    errors.add(field, HOST_PROBLEM.message, HOST_PROBLEM.reason);
  }
  return text;
}

function readEmail(errors: FieldErrors, given: string): string {
  const email = given.trim();
  if (email !== '' && !isMailAddress(email)) errors.add('support_email', 'Must be an email address.');
  return email;
}
