type TimeName<Name> = Name extends `${infer Stem}AtMs` ? `${Stem}At` : Name;
type Value<T, Name> = Name extends `${string}AtMs` ? (T extends number ? string : T) : Json<T>;

/**
 * JSON form of a protobuf message: `…AtMs` (ms since the epoch) becomes `…At` (ISO 8601), undefined fields are omitted,
 * bytes are not allowed. Amounts stay integers of centavos.
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

/** File returned by a route, for the browser to save. */
export interface FileAnswer {
  /** Media type with its charset. */
  type: string;
  /** Suggested file name. */
  name: string;
  /** Content, produced while it is sent. */
  chunks: AsyncIterable<Uint8Array>;
}
