import { isDeepStrictEqual } from 'node:util';
import { call } from '../support/api.ts';

/** The same request for the platform and for the bare process. */
export interface Question {
  ours: string;
  bare: string;
}

/** A kind of read: its requests, sent in turn, and the numbers of concurrent connections to measure. */
export interface Read {
  name: string;
  connections: number[];
  questions: Question[];
}

// eslint-disable-next-line typescript/no-explicit-any -- items of any list
type Item = any;

/** Number of pages per list. */
const PAGES = 40;

const byUpdate = ({ updated_at, id }: Item) => ({ updated_at, id });
const byProduct = ({ product_id }: Item) => ({ product: product_id });

/**
 * The reads of the report, over 40 pages of each list and 2,000 products. Prices and stock are those of four
 * shops, which in the demo store use a list of fixed prices, a percentage list, a percentage on the first list,
 * and base prices.
 */
export async function sampleReads(root: string, token: string): Promise<Read[]> {
  const walk = (path: string, after: (last: Item) => Record<string, string>, pages = PAGES) =>
    walkList(root, token, { path, after, pages });
  const { data: shops } = (await call(root, '/shops', token)).body as { data: Item[] };
  const atShops = async (path: (shop: string) => string) => {
    const four = shops.slice(0, 4).map(({ id }) => walk(path(id), byProduct, PAGES / 4));
    return (await Promise.all(four)).flatMap(({ questions }) => questions);
  };
  const products = await walk('/products?limit=50', byUpdate);
  const byId = products.items.map(({ id }) => ({ ours: `/products/${id}`, bare: `/products/${id}` }));
  const prices = await atShops((shop) => `/prices?shop=${shop}`);
  const stock = await atShops((shop) => `/stock?shop=${shop}`);
  const orders = await walk('/orders?limit=50', byUpdate);
  const customers = await walk('/customers?limit=50', byUpdate);
  return [
    { name: 'list of 50 products', connections: [8, 32], questions: products.questions },
    { name: 'product by id', connections: [8, 64], questions: byId },
    { name: 'prices page (25 products)', connections: [32], questions: prices },
    { name: 'stock page (50 products)', connections: [32], questions: stock },
    { name: 'orders page (50)', connections: [32], questions: orders.questions },
    { name: 'customers page (50)', connections: [32], questions: customers.questions },
  ];
}

/**
 * The first pages of a list and their items; the bare process gets the last item before a page instead of a
 * cursor.
 */
async function walkList(
  root: string,
  token: string,
  list: { path: string; after: (last: Item) => Record<string, string>; pages: number },
): Promise<{ questions: Question[]; items: Item[] }> {
  const questions: Question[] = [];
  const items: Item[] = [];
  let question: Question = { ours: list.path, bare: list.path };
  while (questions.length < list.pages) {
    questions.push(question);
    const { body } = await call(root, question.ours, token);
    items.push(...body.data);
    if (body.next_cursor === null) break;
    question = {
      ours: `${list.path}&cursor=${encodeURIComponent(body.next_cursor)}`,
      bare: `${list.path}&${new URLSearchParams(list.after(body.data.at(-1))).toString()}`,
    };
  }
  return { questions, items };
}

/**
 * Sends each request, every twentieth of those by id.
 * @throws when the bare process responds differently
 */
export async function sameAnswers(
  root: string,
  token: string,
  bareOrigin: string,
  reads: Read[],
): Promise<void> {
  for (const { questions } of reads) {
    const step = Math.ceil(questions.length / 100);
    for (const { ours, bare } of questions.filter((_, index) => index % step === 0)) {
      const [a, b] = await Promise.all([call(root, ours, token), call(bareOrigin, bare)]);
      if (a.status !== 200 || !isDeepStrictEqual(a.body.data, b.body.data))
        throw new Error(`the bare process responds differently to ${bare}`);
    }
  }
}
