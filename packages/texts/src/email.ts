import * as z from 'zod';

const MAX_LENGTH = 254;
/** Maximum length of the part before the @ (RFC 5321, section 4.5.3.1.1). */
const MAX_LOCAL_LENGTH = 64;

const address = z.email();

/**
 * Reports whether an address is deliverable: ASCII, with a domain under a top-level domain, no part longer than mail
 * servers accept.
 */
export const isMailAddress = (text: string): boolean =>
  text.length <= MAX_LENGTH && text.indexOf('@') <= MAX_LOCAL_LENGTH && address.safeParse(text).success;
