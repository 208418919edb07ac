/** The pattern of `ilike` for what contains a text, taken literally; null for no text. */
export const containing = (text: string | undefined): string | null =>
  text === undefined ? null : `%${text.replace(/[\\%_]/g, '\\$&')}%`;
