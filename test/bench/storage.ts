import { jetstreamManager } from '@nats-io/jetstream';
import type { ServiceName } from '@commerce/deploy/local/services.ts';
import type { Stack } from '@commerce/deploy/local/stack.ts';
import { connectToNats } from '../support/nats.ts';
import type { Bench } from './bench.ts';
import type { Case } from './case.ts';
import { runStatement } from './platform.ts';
import { WebhookLoad } from './webhook-load.ts';

/** Number of rows below which a size per row would mostly be that of empty pages. */
const ENOUGH = 1_000;
const DELIVERIES = 5_000;
const DELIVERED = ['finished_delivery', 'attempt'];

/** Tables of which each stored thing has rows; those of the first entry are counted. */
type Tables = [ServiceName, ...string[]][];

const KINDS: Record<string, { label: string; tables: Tables }> = {
  product: {
    label: 'product, with its variants, prices in one list and stock in every shop',
    tables: [
      ['catalog', 'product', 'variant', 'product_filter', 'product_search'],
      ['pricing', 'product', 'product_shop', 'variant', 'price_list_entry'],
      ['inventory', 'product', 'product_shop', 'stock_item'],
    ],
  },
  order: {
    label: 'order, with its lines, history and payments',
    tables: [
      ['orders', 'order', 'order_line', 'order_event', 'order_payment'],
      ['inventory', 'reservation', 'reservation_line'],
    ],
  },
  movement: { label: 'stock movement', tables: [['inventory', 'stock_movement']] },
  event: { label: 'event for webhooks', tables: [['webhooks', 'event']] },
  entry: { label: 'event in the feed of an installation', tables: [['webhooks', 'feed_entry']] },
};

/** Bytes on disk per row, indexes included, after the loads of the other rows. */
export const storage: Case[] = [
  ...Object.entries(KINDS).map(([name, { label, tables }]): Case => ({
    name: `storage-${name}`,
    table: 'storage',
    label,
    measure: ({ stack }) => sizeOf(stack, tables),
  })),
  {
    name: 'storage-delivery',
    table: 'storage',
    label: 'delivery with an attempt',
    // The deliveries of the other loads went with their apps.
    measure: async ({ stack, otherStore }) => {
      const load = await WebhookLoad.open(stack, otherStore.id);
      try {
        await load.install([{ path: '/', hangs: false }]);
        // Without the space of deleted rows.
        for (const table of DELIVERED) await runStatement(stack, 'webhooks', `vacuum full ${table}`);
        await load.commit(DELIVERIES);
        await load.received(DELIVERIES);
        return await sizeOf(stack, [['webhooks', ...DELIVERED]]);
      } finally {
        await load.close();
      }
    },
  },
  {
    name: 'storage-message',
    table: 'storage',
    label: 'message in JetStream with one event or more, per replica',
    measure: streamed,
  },
];

/** Bytes of tables with their partitions, indexes and TOAST. */
const SIZE = `select sum(pg_total_relation_size(part)) from (
  select quote_ident(name)::regclass as part from unnest($1::text[]) name
  union select tree.relid from unnest($1::text[]) name, pg_partition_tree(quote_ident(name)) tree) parts`;

async function sizeOf(stack: Stack, tables: Tables) {
  const [[service, counted]] = tables as [[ServiceName, string]];
  const rows = await numberIn(stack, service, `select count(*) from "${counted}"`);
  const sizes = tables.map(([of, ...names]) => numberIn(stack, of, SIZE, [names]));
  return perRow(
    rows,
    (await Promise.all(sizes)).reduce((a, b) => a + b, 0),
  );
}

const numberIn = async (...of: Parameters<typeof runStatement>): Promise<number> =>
  Number((await runStatement(...of))[0]![0]);

async function streamed({ stack }: Bench) {
  const connection = await connectToNats(stack.nats);
  let [messages, bytes] = [0, 0];
  for await (const { state } of (await jetstreamManager(connection)).streams.list()) {
    messages += state.messages;
    bytes += state.bytes;
  }
  await connection.close();
  return perRow(messages, bytes);
}

/** @throws when there are too few rows */
function perRow(rows: number, bytes: number) {
  if (rows < ENOUGH)
    throw new Error(`${rows} rows are too few; measure the rows "order" and "webhooks" first`);
  return { rows, bytes: bytes / rows };
}
