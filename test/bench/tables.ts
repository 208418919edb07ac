/** A column of a table: the key of its figure, its title, and its number of decimals. */
interface Column {
  key: string;
  title: string;
  decimals: number;
}

const column = (key: string, title: string, decimals = 0): Column => ({ key, title, decimals });

/** The tables of docs/performance.md: title of the first column, and the others. */
export const TABLES = {
  requests: {
    first: 'request',
    columns: [
      column('connections', 'connections'),
      column('requestsPerSecond', 'requests/s'),
      column('p50Ms', 'p50 ms', 1),
      column('p99Ms', 'p99 ms', 1),
      column('cpuMs', 'CPU ms per request', 2),
      column('bareCpuMs', 'bare CPU ms', 2),
      column('ratio', 'bare ÷ ours', 2),
    ],
  },
  growth: {
    first: 'what grows',
    columns: [
      column('from', 'from'),
      column('to', 'to'),
      column('fromCpuMs', 'CPU ms', 2),
      column('toCpuMs', 'CPU ms then', 2),
      column('ratio', 'times', 2),
    ],
  },
  processes: {
    first: 'work',
    columns: [
      column('onePerSecond', '1 process: per second'),
      column('oneCpuMs', 'CPU ms each', 2),
      column('twoPerSecond', '2 processes: per second'),
      column('twoCpuMs', 'CPU ms each', 2),
      column('fourPerSecond', '4 processes: per second'),
      column('fourCpuMs', 'CPU ms each', 2),
      column('ratio', 'times, at most', 2),
    ],
  },
  events: {
    first: 'event',
    columns: [
      column('perSecond', 'events/s'),
      column('cpuMs', 'CPU ms per event', 2),
      column('p50Ms', 'p50 ms'),
      column('p99Ms', 'p99 ms'),
    ],
  },
  bulk: {
    first: 'change of every price',
    columns: [
      column('products', 'products'),
      column('seconds', 'seconds'),
      column('longestReadMs', 'slowest read ms'),
      column('longestWriteMs', 'slowest write ms'),
    ],
  },
  memory: { first: 'process at rest', columns: [column('mib', 'MiB')] },
  webhooks: {
    first: 'webhooks',
    columns: [
      column('endpoints', 'endpoints'),
      column('hanging', 'of these hang'),
      column('perSecond', 'deliveries/s'),
      column('cpuMs', 'CPU ms per delivery', 2),
      column('p50Ms', 'p50 ms'),
      column('p99Ms', 'p99 ms'),
    ],
  },
  pages: {
    first: 'list',
    columns: [
      column('interactions', 'interactions'),
      column('inpMs', 'INP ms'),
      column('searchMs', 'search shown after ms'),
      column('moreMs', 'more shown after ms'),
    ],
  },
  storage: { first: 'stored', columns: [column('rows', 'rows'), column('bytes', 'bytes each')] },
} satisfies Record<string, { first: string; columns: Column[] }>;

export type TableName = keyof typeof TABLES;
