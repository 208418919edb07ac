import { call } from '../support/api.ts';
import { postToken } from '../support/token-endpoint.ts';
import { BenchApps } from './apps.ts';
import type { Bench } from './bench.ts';
import type { Case } from './case.ts';
import { clientLoad } from './load.ts';
import { measureInTurn, type Contender } from './measure.ts';
import { platform } from './platform.ts';
import { platformReads } from './reads.ts';

/** Number of the deepest measured page of the product list. */
const DEEP_PAGE = 1_900;
const INSTALLATIONS = 1_000;
const CONNECTIONS = 32;
const PAGE = '/products?limit=50';

/** The page of the product list with a number. */
async function deepPage(bench: Bench): Promise<{ path: string; page: number }> {
  const { access_token } = await bench.tokens();
  let path = PAGE;
  let page = 1;
  for (; page < DEEP_PAGE; page++) {
    const { body } = await call(bench.root, path, access_token);
    if (body.next_cursor === null) break;
    path = `${PAGE}&cursor=${encodeURIComponent(body.next_cursor)}`;
  }
  return { path, page };
}

const depth: Case = {
  name: 'growth-depth',
  table: 'growth',
  label: 'number of the page of the product list',
  target: { figure: 'ratio', atMost: 1.2 },
  measure: async (bench) => {
    const { path, page } = await deepPage(bench);
    const [first, deep] = await measureInTurn([
      await platformReads(bench, [PAGE], 8),
      await platformReads(bench, [path], 8),
    ]);
    return {
      from: 1,
      to: page,
      fromCpuMs: first!.cpuMs,
      toCpuMs: deep!.cpuMs,
      ratio: deep!.cpuMs / first!.cpuMs,
    };
  },
};

/** The platform under reads of one page, with the token of each request. */
function readsBy(bench: Bench, tokens: string[]): Contender {
  let n = 0;
  const next = () => ({
    path: `${bench.prefix}${PAGE}`,
    headers: { authorization: `Bearer ${tokens[n++ % tokens.length]}` },
  });
  const origin = bench.stack.publicUrl;
  return platform(bench, (stage) =>
    clientLoad({ origin, connections: CONNECTIONS, next, seconds: stage === 'window' ? 5 : 3 }),
  );
}

const installations: Case = {
  name: 'growth-installations',
  table: 'growth',
  label: 'installations that read the same list',
  target: { figure: 'ratio', atMost: 1.2 },
  measure: async (bench) => {
    const apps = new BenchApps(bench.stack);
    try {
      await apps.remove();
      const installed = await apps.install(bench.store.id, INSTALLATIONS, ['read_products']);
      const tokens: string[] = [];
      for (const { appId: id, secret, refreshToken } of installed) {
        const form = { grant_type: 'refresh_token', refresh_token: refreshToken };
        const { status, body, text } = await postToken(bench.stack.publicUrl, {
          basic: { id, secret },
          form,
        });
        if (status !== 200) throw new Error(`a refresh failed with ${status}: ${text}`);
        tokens.push(body.access_token);
      }
      const [one, all] = await measureInTurn([readsBy(bench, tokens.slice(0, 1)), readsBy(bench, tokens)]);
      return {
        from: 1,
        to: INSTALLATIONS,
        fromCpuMs: one!.cpuMs,
        toCpuMs: all!.cpuMs,
        ratio: all!.cpuMs / one!.cpuMs,
      };
    } finally {
      await apps.remove();
      await apps.close();
    }
  },
};

export const growth: Case[] = [depth, installations];
