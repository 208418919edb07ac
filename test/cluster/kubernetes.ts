import { spawn, spawnSync, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const MAX_OUTPUT_BYTES = 2 ** 26;

/** Runs a command and returns its output. @throws Error with its error output when it fails */
export function must(command: string, args: string[], input?: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
    ...(input !== undefined && { input }),
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr || stdout}`);
  return stdout;
}

/** A namespace of the cluster in KUBECONFIG. */
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

  /** Names of the pods that match a selector and are not terminating. */
  pods(selector: string): string[] {
    const list = JSON.parse(this.kubectl('get', 'pods', '--selector', selector, '--output', 'json')) as {
      items: { metadata: { name: string; deletionTimestamp?: string }; status: { phase: string } }[];
    };
    return list.items
      .filter(({ metadata, status }) => !metadata.deletionTimestamp && status.phase === 'Running')
      .map(({ metadata }) => metadata.name);
  }

  /** Names of the nodes of the pods that match a selector. */
  nodes(selector: string): string[] {
    const names = this.kubectl(
      'get',
      'pods',
      '--selector',
      selector,
      '--output',
      'jsonpath={.items[*].spec.nodeName}',
    );
    return [...new Set(names.split(' '))];
  }

  /** Decoded values of a Secret, by key. */
  secret(name: string): Record<string, string> {
    const { data } = JSON.parse(this.kubectl('get', 'secret', name, '--output', 'json')) as {
      data: Record<string, string>;
    };
    const decoded = Object.entries(data).map(([key, value]) => [
      key,
      Buffer.from(value, 'base64').toString(),
    ]);
    return Object.fromEntries(decoded) as Record<string, string>;
  }

  /** Changes keys of a Secret; null removes one. */
  changeSecret(name: string, change: Record<string, string | null>): void {
    const encoded = Object.entries(change).map(([key, value]) => [
      key,
      value === null ? null : Buffer.from(value).toString('base64'),
    ]);
    const patch = JSON.stringify({ data: Object.fromEntries(encoded) as object });
    this.kubectl('patch', 'secret', name, '--type', 'merge', '--patch', patch);
  }

  /** Runs JavaScript in a pod and returns its output. */
  evaluate(pod: string, script: string): string {
    return this.kubectl('exec', pod, '--', 'node', '-e', script).trim();
  }

  /** Runs a command in a pod with a local file as its binary input or output. */
  pipe(pod: string, command: string[], file: string, direction: 'from' | 'to'): void {
    const descriptor = openSync(file, direction === 'from' ? 'r' : 'w');
    try {
      const args = ['--namespace', this.name, 'exec', ...(direction === 'from' ? ['-i'] : []), pod, '--'];
      const stdio: StdioOptions =
        direction === 'from' ? [descriptor, 'ignore', 'pipe'] : ['ignore', descriptor, 'pipe'];
      const { status, stderr } = spawnSync('kubectl', [...args, ...command], { stdio, encoding: 'utf8' });
      if (status !== 0) throw new Error(`${command.join(' ')}: ${stderr}`);
    } finally {
      closeSync(descriptor);
    }
  }

  uid(pod: string): string {
    return this.#field(pod, '.metadata.uid');
  }

  /** Number of restarts of a pod's containers. */
  restarts(pod: string): number {
    const counts = this.#field(pod, '.status.containerStatuses[*].restartCount');
    return counts.split(' ').reduce((sum, count) => sum + Number(count), 0);
  }

  /** Reports whether a pod has ended with an error. */
  hasFailed(pod: string): boolean {
    return this.#field(pod, '.status.phase') === 'Failed';
  }

  #field(pod: string, path: string): string {
    return this.kubectl('get', 'pod', pod, '--output', `jsonpath={${path}}`);
  }

  logs(pod: string): string {
    return this.kubectl('logs', pod);
  }

  /** Waits until all pods of the release are ready again. */
  rolledOut(): void {
    this.kubectl('rollout', 'status', 'deployment', '--timeout', '180s');
  }

  /** Creates the namespace. @param standard its pod security standard */
  make(standard: 'restricted' | 'privileged' = 'restricted'): void {
    this.apply({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: this.name, labels: { 'pod-security.kubernetes.io/enforce': standard } },
    });
  }

  /** Deletes the namespace with its contents. @param options of kubectl */
  remove(...options: string[]): void {
    must('kubectl', ['delete', 'namespace', this.name, ...options]);
  }

  /**
   * Forwards a local port to a service or a pod.
   * @param target e.g. service/commerce-gateway
   * @returns its local URL and a function to close it
   */
  async forward(target: string, port: number): Promise<{ url: string; close(): Promise<void> }> {
    const child = spawn('kubectl', ['--namespace', this.name, 'port-forward', target, `:${port}`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
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
        if (child.exitCode !== null) return;
        child.kill();
        await once(child, 'exit');
      },
    };
  }
}

/** Waits until a condition holds. @throws Error that names it after the timeout */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  ms = 120_000,
): Promise<void> {
  for (const end = Date.now() + ms; ; await sleep(500)) {
    if (await condition()) return;
    if (Date.now() > end) throw new Error(`timed out waiting until ${what}`);
  }
}
