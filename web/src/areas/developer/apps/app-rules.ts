import { isLocal, redirectUriProblem } from '@commerce/texts/redirect-uri.ts';
import type { AppBody } from '@commerce/console-api/routes/developer.ts';

/** Errors by field. */
type Errors = Record<string, string>;
/** Text of a key in `form.problems`. */
type Text = (problem: string) => string;

/**
 * Problems of an app's fields, by the rules of the auth service, so that each is shown where it is entered.
 * @param text text of a problem
 */
export function appProblems(app: AppBody, text: Text): Errors {
  const errors: Errors = {};
  if (app.name.trim() === '') errors['name'] = text('missing');
  if (!isUrl(app.logoUrl, ['https:'])) errors['logoUrl'] = text('logoUrl');
  if (!isUrl(app.installUrl, ['https:'])) errors['installUrl'] = text('installUrl');
  if (!isUrl(app.supportUrl, ['https:', 'http:'])) errors['supportUrl'] = text('supportUrl');
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

/** Reports whether a URL is empty or has one of the protocols. */
function isUrl(given: string, protocols: string[]): boolean {
  const text = given.trim();
  if (text === '') return true;
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return protocols.includes(url.protocol) || isLocal(url);
}
