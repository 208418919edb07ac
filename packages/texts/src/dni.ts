const MAX_LENGTH = 20;
const DNI = /^[.\s]*(?:\d[.\s]*){7,8}$/;

/** Message about a string that is not a DNI. */
export const NOT_A_DNI = 'Must be 7 or 8 digits.';

/** The 7 or 8 digits of a DNI, usually written with dots and spaces; undefined for anything else. */
export const readDni = (text: string): string | undefined =>
  text.length <= MAX_LENGTH && DNI.test(text) ? text.replace(/[.\s]/g, '') : undefined;
