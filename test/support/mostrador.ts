import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Result of a command. */
export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** A command that runs until it is ended. */
export interface Running {
  /** Waits until what was printed contains the text. @returns all that was printed to stdout */
  until(text: string): Promise<string>;
  end(): Promise<void>;
}

/** The command line with a configuration folder of its own. */
export class Mostrador {
  readonly folder = mkdtempSync(path.join(tmpdir(), 'mostrador-cli-'));
  readonly #command: string[];

  /** @param command how it is started; by default from its sources */
  constructor(command = [process.execPath, path.resolve('packages/cli/src/main.ts')]) {
    this.#command = command;
  }

  #spawn(args: string[]): ChildProcessWithoutNullStreams {
    const [file, ...first] = this.#command;
    return spawn(file!, [...first, ...args], {
      env: { PATH: process.env['PATH'], MOSTRADOR_CONFIG_DIR: this.folder },
    });
  }

  /** Runs a command. @param onOutput gets what was printed to stderr so far */
  async run(args: string[], onOutput: (stderr: string) => void = () => undefined): Promise<Ran> {
    const child = this.#spawn(args);
    const printed = { stdout: '', stderr: '' };
    child.stdout.on('data', (chunk: Buffer) => (printed.stdout += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => {
      printed.stderr += chunk.toString();
      onOutput(printed.stderr);
    });
    const [code] = (await once(child, 'close')) as [number];
    return { code, ...printed };
  }

  /** Runs a command with `--json`. @returns the value that it printed */
  async json<T>(...args: string[]): Promise<T> {
    const { code, stdout, stderr } = await this.run([...args, '--json']);
    if (code !== 0) throw new Error(`mostrador ${args.join(' ')} ended with ${code}: ${stderr}`);
    return JSON.parse(stdout) as T;
  }

  /** Starts a command that runs until it is ended. */
  start(...args: string[]): Running {
    const child = this.#spawn(args);
    const printed = { stdout: '', all: '' };
    child.stdout.on('data', (chunk: Buffer) => (printed.stdout += chunk.toString()));
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (printed.all += chunk.toString()));
    return {
      until: async (text) => {
        while (!printed.all.includes(text)) {
          if (child.exitCode !== null) throw new Error(`the command ended: ${printed.all}`);
          await sleep(50);
        }
        return printed.stdout;
      },
      end: async () => {
        if (child.exitCode !== null) return;
        child.kill('SIGINT');
        await once(child, 'close');
      },
    };
  }
}
