/** Prefixes of ids (decisions, "Ids"). */
export type IdPrefix =
  | 'sto'
  | 'shp'
  | 'cat'
  | 'brd'
  | 'prd'
  | 'var'
  | 'pl'
  | 'prm'
  | 'ord'
  | 'cus'
  | 'ins'
  | 'app'
  | 'dev'
  | 'per'
  | 'inv'
  | 'sup'
  | 'evt'
  | 'dlv'
  | 'job'
  | 'mov'
  | 'imp'
  | 'rev';

const SUFFIX = /^[0-7][0-9a-hjkmnp-tv-z]{25}$/;

/** Whether a text is an id of that prefix. One that is not is an id that does not exist. */
export function isId(prefix: IdPrefix, text: string): boolean {
  return (
    text.length === prefix.length + 27 &&
    text.startsWith(`${prefix}_`) &&
    SUFFIX.test(text.slice(prefix.length + 1))
  );
}

/** Message about a reference to what the store does not have. */
export const noSuch = (kind: string): string => `The store has no such ${kind}.`;

/** Message about the id of a variant that the product does not have. */
export const NO_SUCH_VARIANT = 'The product has no variant of this id.';
