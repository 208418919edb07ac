/** A valid request of a route. */
export interface Example {
  /**
   * Path parameters except `:store` and `:developer`, which are filled in. Ids belong to the demo's first store
   * (look them up with `Known`): the test also requests them in another store, where they must not exist.
   */
  params?: Record<string, string>;
  /** Unparsed query. */
  query?: Record<string, unknown>;
  /** JSON body, or the bytes of a file. */
  body?: unknown;
  /** Status of a read that is not 200 with these parameters, e.g. 404 for something that the demo does not have. */
  status?: number;
}

/** A version that no resource has: updates with it are refused. */
export const VERSION = '2026-01-01T00:00:00.000Z';

/** Lookups in the demo's first store. */
export interface Known {
  /** The store's id. */
  store: string;
  /** The id of the first developer. */
  developer: string;
  /** The id of the first resource that the public API lists at a path, e.g. `first('/products')`. */
  first: (path: string) => Promise<string>;
}

/** Examples of the routes of an area. */
export type ExamplesOf<Routes> = { [Name in keyof Routes]: (known: Known) => Example | Promise<Example> };
