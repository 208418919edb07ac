/** Message for a string whose length, in UTF-16 units, is out of bounds. */
export const lengthMessage = (min: number, max: number): string =>
  min === 0 ? `Must be at most ${max} characters.` : `Must be ${min} to ${max} characters.`;
