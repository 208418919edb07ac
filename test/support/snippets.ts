import { spawn } from 'node:child_process';

/** Fenced block of a page of the documentation, as the gateway serves it. */
export interface Snippet {
  /** Name of the page: `oauth`, `reference/2026-10/orders`. */
  page: string;
  language: string;
  code: string;
  /** Reason of a block that is marked as not run. */
  notRun: string | undefined;
}

const FENCE = /(?:<!-- not run: (.+?) -->\n\n)?^```(.*)\n([\s\S]*?)^```$/gm;

/** All fenced blocks of the documentation of a gateway, by the pages that its `llms.txt` lists. */
export async function servedSnippets(gateway: string): Promise<Snippet[]> {
  const index = await (await fetch(`${gateway}/docs/llms.txt`)).text();
  const names = [...index.matchAll(/\/docs\/([\w/-]+)\.md\)/g)].map(([, name]) => name!);
  const pages = names.map(async (page) => {
    const text = await (await fetch(`${gateway}/docs/${page}.md`)).text();
    return [...text.matchAll(FENCE)].map(([, notRun, language, code]) => ({
      page,
      language: language!,
      code: code!,
      notRun,
    }));
  });
  return (await Promise.all(pages)).flat();
}

/** Result of a process. */
export interface Finished {
  code: number | null;
  output: string;
}

/** Process whose output can be awaited. */
export interface Running {
  /** Waits for a match in the output so far. */
  until(pattern: RegExp): Promise<string>;
  write(input: string): void;
  /** Ends its input and waits for its end. */
  finished(): Promise<Finished>;
  /** Ends it and the processes that it started. */
  stop(): void;
}

/** Starts a command in a directory with nothing but these variables and the path. */
export function start(command: string[], cwd: string, env: Record<string, string> = {}): Running {
  const child = spawn(command[0]!, command.slice(1), {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    detached: true,
  });
  let output = '';
  let check: (() => void) | undefined;
  const take = (chunk: Buffer): void => {
    output += chunk.toString();
    check?.();
  };
  child.stdout.on('data', take);
  child.stderr.on('data', take);
  const end = new Promise<Finished>((resolve) => child.on('close', (code) => resolve({ code, output })));
  return {
    until: (pattern) => {
      const match = new Promise<string>((resolve) => {
        check = () => {
          const found = pattern.exec(output)?.[0];
          if (found !== undefined) resolve(found);
        };
        check();
      });
      const failed = end.then(({ code }) => {
        throw new Error(`ended with ${code} before ${pattern}:\n${output}`);
      });
      return Promise.race([match, failed]);
    },
    write: (input) => void child.stdin.write(input),
    finished: () => {
      child.stdin.end();
      return end;
    },
    stop: () => void process.kill(-child.pid!),
  };
}

/** Shell that stops at the first command that fails, `curl` with an HTTP error included. */
export const STRICT = 'set -eo pipefail; curl() { command curl --fail-with-body "$@"; }\n';
