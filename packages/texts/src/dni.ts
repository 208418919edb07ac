const MAX_LENGTH = 20;
const DNI = /^[.\s]*(?:\d[.\s]*){7,8}$/;

/** Message about a text that is no DNI. */
export const NOT_A_DNI = 'Must be 7 or 8 digits.';

/** The 7 or 8 digits of a DNI, which people write with dots and spaces; undefined when there are others. */
export const readDni = (text: string): string | undefined =>
  text.length <= MAX_LENGTH && DNI.test(text) ? text.replace(/[.\s]/g, '') : undefined;
