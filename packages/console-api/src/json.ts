type TimeName<Name> = Name extends `${infer Stem}AtMs` ? `${Stem}At` : Name;
type Value<T, Name> = Name extends `${string}AtMs` ? (T extends number ? string : T) : Json<T>;

/**
 * A message between services as the console API tells it: `…AtMs` (ms since the epoch) becomes `…At` (ISO 8601), what is undefined is left
 * out, bytes cannot be told. Amounts stay integers of centavos.
 */
export type Json<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends Uint8Array
    ? never
    : T extends readonly (infer Item)[]
      ? Json<Item>[]
      : T extends object
        ? { [Name in keyof T as TimeName<Name>]: Value<T[Name], Name> }
        : never;

/** A file that a route answers, to be saved by the browser. */
export interface FileAnswer {
  /** Media type with its charset. */
  type: string;
  /** What the file is called when it is saved. */
  name: string;
  /** Its content, made while it is sent. */
  chunks: AsyncIterable<Uint8Array>;
}
