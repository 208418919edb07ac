/** A page of a list. */
export interface Page<Item> {
  data: Item[];
  /** Cursor of the next page; null on the last one. */
  next_cursor: string | null;
}

/**
 * A list: `await` it for its first page, or iterate over all items with `for await`. Pages are fetched when they are needed;
 * nothing is sent before.
 */
export class List<Item> implements PromiseLike<Page<Item>>, AsyncIterable<Item> {
  readonly #fetchPage: (cursor: string | undefined) => Promise<Page<Item>>;

  constructor(fetchPage: (cursor: string | undefined) => Promise<Page<Item>>) {
    this.#fetchPage = fetchPage;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- awaiting a list gets its first page
  then<Fulfilled = Page<Item>, Rejected = never>(
    onFulfilled?: ((page: Page<Item>) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#fetchPage(undefined).then(onFulfilled, onRejected);
  }

  /** All pages, e.g. to save a page in one transaction. */
  async *pages(): AsyncGenerator<Page<Item>> {
    let cursor: string | undefined;
    do {
      const page = await this.#fetchPage(cursor);
      yield page;
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item> {
    for await (const { data } of this.pages()) yield* data;
  }
}
