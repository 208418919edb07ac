import { isReadableLine } from './readable.ts';

const MAX_LENGTH = 2_048;

/** Message about a string that is not an https URL. */
export const NOT_AN_HTTPS_URL = `Must be an https URL of at most ${MAX_LENGTH} characters.`;
/** Message about a string that is not an http or https URL. */
export const NOT_A_WEB_URL = `Must be an http or https URL of at most ${MAX_LENGTH} characters, without a user.`;

/** Reports whether a string is an https URL without invisible characters. */
export const isHttpsUrl = (text: string): boolean => isUrl(text, /^https:\/\/\S+$/);

/**
 * Reports whether a string is an http or https URL without user info: `https://carrier.example@evil.example` leads
 * elsewhere than it looks.
 */
export function isWebUrl(text: string): boolean {
  if (!isUrl(text, /^https?:\/\/\S+$/i)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

// No white space, which `URL` would strip: the value is stored as it was sent.
const isUrl = (text: string, form: RegExp): boolean =>
  text.length <= MAX_LENGTH && form.test(text) && isReadableLine(text) && URL.canParse(text);
