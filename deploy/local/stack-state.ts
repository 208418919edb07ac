import { readJson, writeJson } from './json-file.ts';
import type { DemoResult } from './demo-target.ts';

/** What is known of the databases on one server. */
export interface ServerState {
  /** Processes have run on them: they may hold somebody's work. */
  used: boolean;
  /** `loading` is what a broken-off load leaves. */
  demo: 'none' | 'loading' | 'loaded';
  demoResult?: DemoResult;
}

/** The data directory's memory, by server: one for the embedded server, one for each that DATABASE_URL named. */
export class StackState {
  readonly #file: string;
  readonly #server: string;

  constructor(file: string, server: string) {
    this.#file = file;
    this.#server = server;
  }

  /** What is known; for a server never seen, that nothing was done there. */
  async read(): Promise<ServerState> {
    const all = await readJson<Record<string, ServerState>>(this.#file);
    return all?.[this.#server] ?? { used: false, demo: 'none' };
  }

  /** Changes what is known. */
  async update(change: Partial<ServerState>): Promise<void> {
    const all = (await readJson<Record<string, ServerState>>(this.#file)) ?? {};
    await writeJson(this.#file, { ...all, [this.#server]: { ...(await this.read()), ...change } });
  }
}
