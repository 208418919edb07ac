import type { Figures } from './pod/src/tally.ts';
import { until, type Namespace } from './kubernetes.ts';

/** What the traffic ended with. */
export interface TrafficResult extends Figures {
  writes: number;
  /** Answers that were wrong, and effects that are missing or doubled. */
  wrong: string[];
  /** Events that another app did not get. */
  missing: string[];
}

/** Traffic from a pod in the cluster, through the gateway's Service. */
export class Traffic {
  readonly #namespace: Namespace;
  readonly #pod: string;

  private constructor(namespace: Namespace, pod: string) {
    this.#namespace = namespace;
    this.#pod = pod;
  }

  /** Starts it; resolves when requests are under way. */
  static async start(
    namespace: Namespace,
    image: string,
    release: string,
    publicUrl: string,
  ): Promise<Traffic> {
    const pod = `traffic-${Date.now()}`;
    namespace.apply(podObject(pod, image, release, publicUrl));
    const traffic = new Traffic(namespace, pod);
    await until('traffic runs', () => traffic.#lines().some((line) => 'started' in line));
    return traffic;
  }

  /** Ends it; resolves with what came of it when everything has been checked. */
  async stop(): Promise<TrafficResult> {
    this.#namespace.evaluate(this.#pod, `require('fs').writeFileSync('/tmp/stop', '')`);
    let result: TrafficResult | undefined;
    await until('traffic has been checked', () => {
      result = this.#lines().find((line): line is TrafficResult => 'wrong' in line);
      return result !== undefined;
    });
    this.#namespace.kubectl('delete', 'pod', this.#pod, '--wait=false');
    return result!;
  }

  #lines(): object[] {
    let log = '';
    try {
      log = this.#namespace.logs(this.#pod);
    } catch {
      // It has not started yet.
    }
    return log
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as object);
  }
}

function podObject(name: string, image: string, release: string, publicUrl: string): object {
  const secret = (variable: string, key: string) => ({
    name: variable,
    valueFrom: { secretKeyRef: { name: `${release}-demo`, key } },
  });
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, labels: { app: 'traffic' } },
    spec: {
      restartPolicy: 'Never',
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          name: 'traffic',
          image,
          imagePullPolicy: 'IfNotPresent',
          args: ['traffic'],
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
          env: [
            { name: 'PUBLIC_URL', value: publicUrl },
            { name: 'GATEWAY_URL', value: `http://${release}-gateway` },
            secret('DEMO_DAY', 'day'),
            secret('DEMO_PASSWORD', 'password'),
            secret('DEMO_CLIENT_SECRET_1', 'client-secret-1'),
            secret('DEMO_CLIENT_SECRET_2', 'client-secret-2'),
          ],
        },
      ],
    },
  };
}
