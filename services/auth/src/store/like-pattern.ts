/** The `ilike` pattern of values that contain a text literally; null without a text. */
export const likePattern = (text: string | undefined): string | null =>
  text === undefined ? null : `%${text.replace(/[\\%_]/g, '\\$&')}%`;
