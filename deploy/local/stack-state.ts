import { readJson, writeJson } from './json-file.ts';
import type { DemoResult } from './demo-target.ts';

/** State of the databases on one server. */
export interface ServerState {
  /** Processes have run on them, so they may contain user data. */
  used: boolean;
  /** `loading` is left by an interrupted load. */
  demo: 'none' | 'loading' | 'loaded';
  demoResult?: DemoResult;
}

/** Persistent state by server: the embedded server, and each server that DATABASE_URL named. */
export class StackState {
  readonly #file: string;
  readonly #server: string;

  constructor(file: string, server: string) {
    this.#file = file;
    this.#server = server;
  }

  /** Reads the state; for an unknown server, the initial state. */
  async read(): Promise<ServerState> {
    const all = await readJson<Record<string, ServerState>>(this.#file);
    return all?.[this.#server] ?? { used: false, demo: 'none' };
  }

  /** Updates the state. */
  async update(change: Partial<ServerState>): Promise<void> {
    const all = (await readJson<Record<string, ServerState>>(this.#file)) ?? {};
    await writeJson(this.#file, { ...all, [this.#server]: { ...(await this.read()), ...change } });
  }
}
