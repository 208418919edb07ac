import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Stack } from '@commerce/deploy/local/stack.ts';
import { AppClient, type Tokens } from '../support/install-app.ts';
import { apiRoot, type DemoApp, type DemoStore, type Platform } from '../support/platform.ts';
import { startBare, type Bare } from './bare-process.ts';
import { runStatement } from './platform.ts';

/** The running platform with a large store, and the baseline process beside it. */
export interface Bench {
  stack: Stack;
  /** Number of products of the store. */
  products: number;
  /** True to print where the CPU of each load goes. */
  isProfiled: boolean;
  /** Root URL of the public API. */
  root: string;
  /** Path of that root. */
  prefix: string;
  store: DemoStore;
  /** A store without installed apps. */
  otherStore: DemoStore;
  app: DemoApp;
  /** Tokens of the app, which is installed with every scope at the first call. */
  tokens(): Promise<Tokens>;
  /** The baseline, started at the first call. */
  bare(): Promise<Bare>;
  close(): Promise<void>;
}

/** Installs the app without its webhook endpoint: attempts at a receiver that is not there would count as the cost of other work. */
async function install(stack: Stack, app: DemoApp, store: DemoStore): Promise<Tokens> {
  await runStatement(stack, 'webhooks', 'delete from endpoint where app_id = $1', [app.client_id]);
  return new AppClient(stack.publicUrl, app).install(store.owner);
}

/** Prepares the measurements of a stack with demo data. */
export async function openBench(stack: Stack, products: number, isProfiled: boolean): Promise<Bench> {
  const { stores, apps } = JSON.parse(
    await readFile(path.join(stack.dataDir, 'demo.json'), 'utf8'),
  ) as Platform['demo'];
  const [store, otherStore] = stores;
  const [app] = apps;
  const root = apiRoot(stack.publicUrl);
  let tokens: Promise<Tokens> | undefined;
  let bare: Promise<Bare> | undefined;
  const databases = { databaseUrls: stack.databaseUrls, storeId: store.id };
  return {
    stack,
    products,
    isProfiled,
    root,
    prefix: new URL(root).pathname,
    store,
    otherStore,
    app,
    tokens: () => (tokens ??= install(stack, app, store)),
    bare: () => (bare ??= startBare(databases, stack.adminDatabaseUrl)),
    close: async () => (await bare)?.stop(),
  };
}
