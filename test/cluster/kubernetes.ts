import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const MOST_OUTPUT = 2 ** 26;

/** Runs a command to its end and gives what it printed. @throws Error with its words when it fails */
export function must(command: string, args: string[], input?: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: MOST_OUTPUT,
    ...(input !== undefined && { input }),
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr || stdout}`);
  return stdout;
}

/** A namespace of the cluster that KUBECONFIG names. */
export class Namespace {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  kubectl(...args: string[]): string {
    return must('kubectl', ['--namespace', this.name, ...args]);
  }

  apply(object: object): void {
    must('kubectl', ['--namespace', this.name, 'apply', '-f', '-'], JSON.stringify(object));
  }

  helm(...args: string[]): string {
    return must('helm', ['--namespace', this.name, ...args]);
  }

  /** Names of the pods that a selector finds and that are not ending. */
  pods(selector: string): string[] {
    const list = JSON.parse(this.kubectl('get', 'pods', '--selector', selector, '--output', 'json')) as {
      items: { metadata: { name: string; deletionTimestamp?: string }; status: { phase: string } }[];
    };
    return list.items
      .filter(({ metadata, status }) => !metadata.deletionTimestamp && status.phase === 'Running')
      .map(({ metadata }) => metadata.name);
  }

  /** Runs JavaScript in a pod, and gives what it prints. */
  evaluate(pod: string, script: string): string {
    return this.kubectl('exec', pod, '--', 'node', '-e', script).trim();
  }

  logs(pod: string): string {
    return this.kubectl('logs', pod);
  }

  /** Waits until all pods of the release are ready again. */
  rolledOut(): void {
    this.kubectl('rollout', 'status', 'deployment', '--timeout', '180s');
  }

  /** Opens a service on this machine. @returns its address, and what closes it */
  async forward(service: string, port: number): Promise<{ url: string; close(): Promise<void> }> {
    const child = spawn(
      'kubectl',
      ['--namespace', this.name, 'port-forward', `service/${service}`, `:${port}`],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const local = await new Promise<string>((resolve, reject) => {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        const found = /127\.0\.0\.1:(\d+)/.exec(text)?.[1];
        if (found !== undefined) resolve(found);
      });
      child.on('exit', () => reject(new Error('kubectl port-forward ended')));
    });
    return {
      url: `http://127.0.0.1:${local}`,
      async close() {
        child.kill();
        await once(child, 'exit');
      },
    };
  }
}

/** Waits until something holds. @throws Error naming it when it never does */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  ms = 120_000,
): Promise<void> {
  for (const end = Date.now() + ms; ; await sleep(500)) {
    if (await holds()) return;
    if (Date.now() > end) throw new Error(`never: ${what}`);
  }
}
