/** A valid request of a route. */
export interface Example {
  /**
   * The parameters of the path but `:store` and `:developer`, which are filled in. Ids of resources of the demo's first store (look them up
   * with `Known`): the test asks for them in another store too, where they must not exist.
   */
  params?: Record<string, string>;
  /** Before it is parsed. */
  query?: Record<string, unknown>;
  /** JSON, or the bytes of a file. */
  body?: unknown;
  /** A read whose answer is another than 200 with these parameters, e.g. 404 for something that the demo has not. */
  status?: number;
}

/** A version that nothing has: updates with it are refused. */
export const VERSION = '2026-01-01T00:00:00.000Z';

/** Looks things up in the demo's first store. */
export interface Known {
  /** The store's id. */
  store: string;
  /** The id of the first developer. */
  developer: string;
  /** The id of the first resource that the public API lists at a path, e.g. `first('/products')`. */
  first: (path: string) => Promise<string>;
}

/** An example of each route of an area. */
export type ExamplesOf<Routes> = { [Name in keyof Routes]: (known: Known) => Example | Promise<Example> };
