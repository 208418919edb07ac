import { isDeepStrictEqual } from 'node:util';
import { call } from '../support/api.ts';
import type { Bench } from './bench.ts';
import type { Case, Figures } from './case.ts';
import { clientLoad, type LoadRequest } from './load.ts';
import { answering, measureInTurn, type Contender, type Measured } from './measure.ts';
import { platform } from './platform.ts';

/** The same request for the platform and for the bare process. */
export interface Question {
  ours: string;
  bare: string;
}

// eslint-disable-next-line typescript/no-explicit-any -- items of any list
type Item = any;

/** Number of pages per list. */
const PAGES = 40;

const byUpdate = ({ updated_at, id }: Item) => ({ updated_at, id });
const byProduct = ({ product_id }: Item) => ({ product: product_id });

/** Lists of the report by name: their requests, for the platform and the baseline. */
type Sample = (bench: Bench) => Promise<Question[]>;

const samples = {
  list: async (bench) => (await walkList(bench, '/products?limit=50', byUpdate)).questions,
  item: async (bench) =>
    (await walkList(bench, '/products?limit=50', byUpdate)).items.map(({ id }) => ({
      ours: `/products/${id}`,
      bare: `/products/${id}`,
    })),
  prices: (bench) => atShops(bench, (shop) => `/prices?shop=${shop}`),
  stock: (bench) => atShops(bench, (shop) => `/stock?shop=${shop}`),
  orders: async (bench) => (await walkList(bench, '/orders?limit=50', byUpdate)).questions,
  customers: async (bench) => (await walkList(bench, '/customers?limit=50', byUpdate)).questions,
} satisfies Record<string, Sample>;

/**
 * Pages at four shops, which in the demo store use a list of fixed prices, a percentage list, a percentage on the first
 * list, and base prices.
 */
async function atShops(bench: Bench, pathOf: (shop: string) => string): Promise<Question[]> {
  const { data: shops } = await get(bench, '/shops');
  const four = (shops as Item[])
    .slice(0, 4)
    .map(({ id }) => walkList(bench, pathOf(id), byProduct, PAGES / 4));
  return (await Promise.all(four)).flatMap(({ questions }) => questions);
}

const get = async (bench: Bench, path: string): Promise<Item> =>
  (await call(bench.root, path, (await bench.tokens()).access_token)).body;

/**
 * The first pages of a list and their items; the bare process gets the last item before a page instead of a
 * cursor.
 */
async function walkList(
  bench: Bench,
  path: string,
  after: (last: Item) => Record<string, string>,
  pages = PAGES,
): Promise<{ questions: Question[]; items: Item[] }> {
  const questions: Question[] = [];
  const items: Item[] = [];
  let question: Question = { ours: path, bare: path };
  while (questions.length < pages) {
    questions.push(question);
    const body = await get(bench, question.ours);
    items.push(...body.data);
    if (body.next_cursor === null) break;
    question = {
      ours: `${path}&cursor=${encodeURIComponent(body.next_cursor)}`,
      bare: `${path}&${new URLSearchParams(after(body.data.at(-1))).toString()}`,
    };
  }
  return { questions, items };
}

/**
 * Sends a hundred of the requests.
 * @throws when the bare process responds differently
 */
async function sameAnswers(bench: Bench, questions: Question[]): Promise<void> {
  const { access_token } = await bench.tokens();
  const { origin } = await bench.bare();
  const step = Math.ceil(questions.length / 100);
  for (const { ours, bare } of questions.filter((_, index) => index % step === 0)) {
    const [a, b] = await Promise.all([call(bench.root, ours, access_token), call(origin, bare)]);
    if (a.status === 200 && isDeepStrictEqual(a.body.data, b.body.data)) continue;
    let at = 0;
    while (a.text[at] === b.text[at]) at++;
    const [theirs, expected] = [b.text, a.text].map((text) => text.slice(Math.max(0, at - 100), at + 100));
    throw new Error(`the bare process responds differently to ${bare}: ${theirs} instead of ${expected}`);
  }
}

/** Figures of a request that platform and baseline answer alike. */
export const compared = ([ours, bare]: Measured[]): Figures => ({
  ...ours!,
  bareCpuMs: bare!.cpuMs,
  ratio: bare!.cpuMs / ours!.cpuMs,
});

/** The platform under a load of public API paths, in turn on each connection. */
export async function platformReads(bench: Bench, paths: string[], connections: number): Promise<Contender> {
  const headers = { authorization: `Bearer ${(await bench.tokens()).access_token}` };
  const { publicUrl: origin } = bench.stack;
  const load = { origin, paths: paths.map((path) => `${bench.prefix}${path}`), headers, connections };
  return platform(bench, answering(load));
}

/** A read in comparison with the baseline. */
function read(sample: keyof typeof samples, label: string, connections: number, atLeast: number): Case {
  return {
    name: `${sample}-${connections}`,
    table: 'requests',
    label,
    given: { connections },
    target: { figure: 'ratio', atLeast },
    measure: async (bench) => {
      const questions = await samples[sample](bench);
      await sameAnswers(bench, questions);
      const bare = await bench.bare();
      const paths = questions.map((question) => question.bare);
      const theirs = {
        pids: () => bare.pids(),
        work: answering({ origin: bare.origin, paths, connections }),
      };
      const ours = await platformReads(
        bench,
        questions.map((question) => question.ours),
        connections,
      );
      return compared(await measureInTurn([ours, theirs]));
    },
  };
}

const ORDINARY_CONNECTIONS = 32;

/** Work of ordinary clients, a second after their start. */
const ordinary =
  (origin: string, next: () => LoadRequest): Contender['work'] =>
  (stage) =>
    clientLoad({ origin, connections: ORDINARY_CONNECTIONS, next, seconds: stage === 'window' ? 5 : 1 });

/** A read by ordinary clients, which parse what they receive and read in random order. */
function ordinaryRead(sample: keyof typeof samples, label: string): Case {
  return {
    name: `ordinary-${sample}`,
    table: 'requests',
    label,
    given: { connections: ORDINARY_CONNECTIONS },
    measure: async (bench) => {
      const questions = await samples[sample](bench);
      const authorization = `Bearer ${(await bench.tokens()).access_token}`;
      const bare = await bench.bare();
      const pick = () => questions[Math.floor(Math.random() * questions.length)]!;
      const ours = ordinary(bench.stack.publicUrl, () => ({
        path: `${bench.prefix}${pick().ours}`,
        headers: { authorization },
      }));
      const theirs = ordinary(bare.origin, () => ({ path: pick().bare }));
      return compared(
        await measureInTurn([platform(bench, ours), { pids: () => bare.pids(), work: theirs }]),
      );
    },
  };
}

export const reads: Case[] = [
  read('list', 'list of 50 products', 8, 1),
  read('list', 'list of 50 products', 32, 3),
  read('item', 'product by id', 8, 0.9),
  read('item', 'product by id', 64, 3),
  read('prices', 'prices page (25 products)', 32, 1),
  read('stock', 'stock page (50 products)', 32, 1),
  read('orders', 'orders page (50)', 32, 1),
  read('customers', 'customers page (50)', 32, 1),
  ordinaryRead('list', 'list of 50 products, ordinary clients'),
  ordinaryRead('item', 'product by id, ordinary clients'),
];
