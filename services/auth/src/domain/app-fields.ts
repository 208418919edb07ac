import type { AppFields } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { isMailAddress } from '@commerce/texts/email.ts';
import { FieldProblems } from './field-problems.ts';
import { isLocal, MAX_URL, redirectUriProblem } from './redirect-uri.ts';
import { SCOPES } from './scope.ts';

/** Maximum length of the name of an app or a store, in characters. */
const MAX_NAME = 60;
const MAX_DESCRIPTION = 500;
const MAX_REDIRECT_URIS = 10;
/** Maximum length of an unknown scope that an error quotes, in characters. */
const MAX_QUOTED = 64;
const DUPLICATE = { reason: 'given_twice', message: 'Is listed twice.' };

/**
 * The fields of an app, normalized.
 * @throws Fault `invalid_request` that lists every problem
 */
export function readAppFields(given: AppFields | undefined): AppFields {
  const problems = new FieldProblems();
  const fields: AppFields = {
    name: problems.line('name', given?.name ?? '', 1, MAX_NAME),
    description: problems.lines('description', given?.description ?? '', 0, MAX_DESCRIPTION),
    logoUrl: readUrl(problems, 'logo_url', given?.logoUrl ?? '', ['https:']),
    redirectUris: readRedirectUris(problems, given?.redirectUris ?? []),
    scopes: readScopes(problems, given?.scopes ?? []),
    supportUrl: readUrl(problems, 'support_url', given?.supportUrl ?? '', ['https:', 'http:']),
    supportEmail: readEmail(problems, given?.supportEmail ?? ''),
  };
  problems.throwIfAny();
  return fields;
}

/**
 * The name of a developer's test store.
 * @throws Fault `invalid_request`
 */
export function readStoreName(given: string): string {
  const problems = new FieldProblems();
  const name = problems.line('name', given, 1, MAX_NAME);
  problems.throwIfAny();
  return name;
}

function readRedirectUris(problems: FieldProblems, given: string[]): string[] {
  if (given.length === 0 || given.length > MAX_REDIRECT_URIS) {
    problems.add('redirect_uris', `Must be 1 to ${MAX_REDIRECT_URIS}.`);
    return [];
  }
  for (const [index, uri] of given.entries()) {
    const problem = given.indexOf(uri) < index ? DUPLICATE : redirectUriProblem(uri);
    if (problem !== undefined) problems.add(`redirect_uris[${index}]`, problem.message, problem.reason);
  }
  return given;
}

function readScopes(problems: FieldProblems, given: string[]): string[] {
  if (given.length === 0) problems.add('scopes', 'Must be at least one.', 'missing');
  const known: readonly string[] = SCOPES;
  const unknown = given.slice(0, SCOPES.length).filter((scope) => !known.includes(scope));
  for (const scope of unknown) problems.add('scopes', `Unknown scope: ${scope.slice(0, MAX_QUOTED)}`);
  return SCOPES.filter((scope) => given.includes(scope));
}

function readUrl(problems: FieldProblems, field: string, given: string, protocols: string[]): string {
  const text = given.trim();
  if (text === '') return '';
  const url = text.length <= MAX_URL && !/[\s\p{Cc}\\]/u.test(text) ? URL.parse(text) : null;
  const isGood = url !== null && (protocols.includes(url.protocol) || isLocal(url));
  if (!isGood || url.username !== '' || url.password !== '') {
    const kinds = protocols.map((protocol) => protocol.slice(0, -1)).join(' or ');
    problems.add(field, `Must be an ${kinds} URL of at most ${MAX_URL} characters.`);
  }
  return text;
}

function readEmail(problems: FieldProblems, given: string): string {
  const email = given.trim();
  if (email !== '' && !isMailAddress(email)) problems.add('support_email', 'Must be an email address.');
  return email;
}
