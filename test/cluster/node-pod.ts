import { Namespace, until } from './kubernetes.ts';

/** A pod that acts on its node and on the processes of other pods there. Needs a namespace without a pod security standard. */
export class NodePod {
  readonly #namespace: Namespace;

  private constructor(namespace: Namespace) {
    this.#namespace = namespace;
  }

  static async start(name: string, image: string): Promise<NodePod> {
    const namespace = new Namespace(name);
    namespace.make('privileged');
    namespace.apply({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'node', labels: { app: 'node' } },
      spec: {
        hostPID: true,
        // Its process ignores signals.
        terminationGracePeriodSeconds: 0,
        automountServiceAccountToken: false,
        securityContext: { runAsUser: 0 },
        containers: [
          {
            name: 'node',
            image,
            imagePullPolicy: 'IfNotPresent',
            command: ['node', '-e', 'setInterval(() => undefined, 1e9)'],
            securityContext: { privileged: true },
          },
        ],
      },
    });
    await until('the pod on the node runs', () => namespace.pods('app=node').length === 1);
    return new NodePod(namespace);
  }

  /** Sends a signal to the Node.js processes of a pod. @param uid of the pod. @returns the number of processes */
  signal(uid: string, signal: 'SIGSTOP' | 'SIGCONT'): number {
    // The path of a pod's control group has its UID, with underscores where systemd manages the groups.
    const script = `const fs = require('fs');
      const uids = [${JSON.stringify(uid)}, ${JSON.stringify(uid.replaceAll('-', '_'))}];
      const read = (file) => { try { return fs.readFileSync(file, 'utf8'); } catch { return ''; } };
      const pids = fs.readdirSync('/proc').filter((pid) => /^[0-9]+$/.test(pid)
        && uids.some((uid) => read('/proc/' + pid + '/cgroup').includes(uid))
        && read('/proc/' + pid + '/comm').trim() !== 'pause');
      for (const pid of pids) process.kill(Number(pid), '${signal}');
      console.log(pids.length);`;
    return Number(this.#namespace.evaluate('node', script));
  }

  /** The name of the node. */
  get name(): string {
    return this.#namespace.nodes('app=node')[0]!;
  }

  /** Runs a shell script with the mounts of the node, which are those of the kubelet. */
  run(script: string): void {
    this.#namespace.evaluate(
      'node',
      `const fs = require('fs');
      const isKubelet = (pid) => { try { return fs.readFileSync('/proc/' + pid + '/comm', 'utf8').trim() === 'kubelet'; } catch { return false; } };
      const pid = fs.readdirSync('/proc').find(isKubelet) ?? '1';
      require('child_process').execFileSync('nsenter', ['--target', pid, '--mount', 'sh', '-c', ${JSON.stringify(script)}]);`,
    );
  }

  remove(): void {
    this.#namespace.remove();
  }
}
