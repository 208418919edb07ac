import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Stack } from '@commerce/deploy/local/stack.ts';
import { randomToken, sha256 } from '@commerce/service-kit/crypto/hash.ts';
import { newId } from '@commerce/service-kit/ids.ts';

const APP_NAME = 'App of a benchmark';
const STORE_NAME = 'Store of a benchmark';

/** An app with an installation and a refresh token. */
export interface BenchApp {
  appId: string;
  secret: string;
  refreshToken: string;
}

/**
 * Apps that exist for one measurement. They are installed on a store by SQL, because a store's plan limits how many it may
 * install, and removed afterwards.
 */
export class BenchApps {
  readonly #auth: pg.Pool;

  constructor(stack: Stack) {
    this.#auth = new pg.Pool({ connectionString: stack.databaseUrls.auth, max: 2 });
  }

  /** Adds stores without members. @returns their ids */
  async addStores(count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => newId('sto'));
    await this.#auth.query(
      `insert into store (id, name, plan, created_at) select unnest($1::text[]), $2, 'enterprise', now()`,
      [ids, STORE_NAME],
    );
    return ids;
  }

  /** Installs apps on a store. */
  async install(storeId: string, count: number, scopes: string[]): Promise<BenchApp[]> {
    const apps = Array.from({ length: count }, () => ({
      appId: newId('app'),
      secret: randomToken(),
      refreshToken: randomToken(),
    }));
    for (const app of apps) await this.#installOne(storeId, app, scopes);
    return apps;
  }

  async #installOne(
    storeId: string,
    { appId, secret, refreshToken }: BenchApp,
    scopes: string[],
  ): Promise<void> {
    const [installationId, familyId] = [newId('ins'), randomUUID()];
    await this.#auth.query(
      `insert into app (id, developer_id, name, redirect_uris, scopes, status, created_at, updated_at)
       select $1, id, $2, '{}', $3, 'published', now(), now() from developer limit 1`,
      [appId, APP_NAME, scopes],
    );
    await this.#auth.query(
      'insert into client_secret (app_id, secret_hash, created_at) values ($1, $2, now())',
      [appId, sha256(secret)],
    );
    await this.#auth.query(
      `insert into installation (id, store_id, app_id, state, scopes, family_id, family_started_at, authorized_by,
         installed_at, updated_at)
       select $1, $2, $3, 'installed', $4, $5, now(), id, now(), now() from person limit 1`,
      [installationId, storeId, appId, scopes, familyId],
    );
    await this.#auth.query(
      `insert into refresh_token (token_hash, installation_id, family_id, issued_at, expires_at)
       values ($1, $2, $3, now(), now() + interval '90 days')`,
      [sha256(refreshToken), installationId, familyId],
    );
  }

  /** Removes all apps and stores of benchmarks, those of an aborted run included. @returns the ids of the apps */
  async remove(): Promise<string[]> {
    const { rows } = await this.#auth.query<{ id: string }>('select id from app where name = $1', [APP_NAME]);
    const ids = rows.map(({ id }) => id);
    await this.#auth.query(
      `delete from refresh_token where installation_id in (select id from installation where app_id = any($1))`,
      [ids],
    );
    await this.#auth.query(
      `delete from installation_activity where installation_id in (select id from installation where app_id = any($1))`,
      [ids],
    );
    for (const table of ['installation', 'client_secret'])
      await this.#auth.query(`delete from ${table} where app_id = any($1)`, [ids]);
    await this.#auth.query('delete from app where id = any($1)', [ids]);
    await this.#auth.query('delete from store where name = $1', [STORE_NAME]);
    return ids;
  }

  close(): Promise<void> {
    return this.#auth.end();
  }
}
