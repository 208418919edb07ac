import { z } from 'zod';

const MAX_LENGTH = 254;
/** Longest part before the @ (RFC 5321, section 4.5.3.1.1). */
const MAX_LOCAL_LENGTH = 64;

const address = z.email();

/** Whether mail could reach an address: ASCII, with a domain of a country or kind, no part longer than mail servers take. */
export const isMailAddress = (text: string): boolean =>
  text.length <= MAX_LENGTH && text.indexOf('@') <= MAX_LOCAL_LENGTH && address.safeParse(text).success;
