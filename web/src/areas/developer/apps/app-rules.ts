import { hasPlainHost, isLocal, redirectUriProblem } from '@commerce/texts/redirect-uri.ts';
import type { AppBody } from '@commerce/console-api/routes/developer.ts';

/** Errors by field. */
type Errors = Record<string, string>;
/** Text of a key in `form.problems`. */
type Text = (problem: string) => string;

/** Fields with a URL, each with its protocols. */
const URL_FIELDS = [
  ['logoUrl', 'https:'],
  ['installUrl', 'https:'],
  ['supportUrl', 'https:', 'http:'],
] as const;

/**
 * Problems of an app's fields, by the rules of the auth service, so that each is shown where it is entered.
 * @param text text of a problem
 */
export function appProblems(app: AppBody, text: Text): Errors {
  const errors: Errors = {};
  if (app.name.trim() === '') errors['name'] = text('missing');
  for (const [field, ...protocols] of URL_FIELDS) {
    const problem = urlProblem(field, app[field], protocols);
    if (problem !== undefined) errors[field] = text(problem);
  }
  if (!/^(\S+@\S+\.\S+)?$/.test(app.supportEmail.trim())) errors['supportEmail'] = text('supportEmail');
  for (const [at, uri] of app.redirectUris.entries()) {
    const problem = app.redirectUris.indexOf(uri) < at ? 'given_twice' : uriProblem(uri);
    if (problem !== undefined) errors[`redirectUris.${at}`] = text(problem);
  }
  if (app.scopes.length === 0) errors['scopes'] = text('scopes');
  return errors;
}

const uriProblem = (uri: string): string | undefined =>
  uri === '' ? 'missing' : redirectUriProblem(uri)?.reason;

/** The problem of an optional URL with one of the protocols, if any. */
function urlProblem(field: string, given: string, protocols: string[]): string | undefined {
  const text = given.trim();
  if (text === '') return undefined;
  if (!URL.canParse(text)) return field;
  const url = new URL(text);
  if (!protocols.includes(url.protocol) && !isLocal(url)) return field;
  return hasPlainHost(url) ? undefined : 'url_host';
}
