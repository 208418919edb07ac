import type { operations } from './generated/openapi.ts';
import type { List } from './list.ts';

type Name = keyof operations;
type Content<Body> = Body extends { content: { 'application/json': infer Json } } ? Json : never;
type Given<Parameters> = [NonNullable<Parameters>] extends [never] ? unknown : NonNullable<Parameters>;

/** Path and query parameters together, and the body as `body`. */
type Input<Op extends Name> = Given<operations[Op]['parameters']['path']> &
  Given<operations[Op]['parameters']['query']> &
  ([Content<operations[Op]['requestBody']>] extends [never]
    ? unknown
    : { body: Content<operations[Op]['requestBody']> });

/** JSON of the 2xx response. */
type Success<Op extends Name> = Content<
  operations[Op]['responses'][keyof operations[Op]['responses'] & (200 | 201)]
>;

type Result<Op extends Name> =
  Success<Op> extends { data: (infer Item)[]; next_cursor: string | null }
    ? List<Item>
    : Success<Op> extends { data: infer Data }
      ? Promise<Data>
      : never;

/** Options of a single call. */
export interface CallOptions {
  /**
   * Key of a write, 1 to 255 printable ASCII characters; default a random one per call. Give one of your own, stored with
   * the change, if your process may repeat the call after a crash: it takes effect once within 24 hours.
   */
  idempotencyKey?: string;
  /** Cancels the call and its retries. */
  signal?: AbortSignal;
}

/**
 * A typed call of an operation. It throws the classes of `errors.ts`.
 * @public for the generated code
 */
export type Method<Op extends Name> =
  object extends Input<Op>
    ? (input?: Input<Op>, options?: CallOptions) => Result<Op>
    : (input: Input<Op>, options?: CallOptions) => Result<Op>;
