import type { Figures } from './pod/src/tally.ts';
import { until, type Namespace } from './kubernetes.ts';
import { demoPod } from './demo-pod.ts';

/** Characters of the log of a failed pod that are shown. */
const MAX_LOG = 1_000;

/** Result of the traffic. */
export interface TrafficResult extends Figures {
  writes: number;
  /** Wrong responses, and missing or duplicate effects. */
  wrong: string[];
  /** Events that another app did not receive. */
  missing: string[];
}

/** Traffic from a pod in the cluster through the gateway's Service. */
export class Traffic {
  readonly #namespace: Namespace;
  readonly #pod: string;

  private constructor(namespace: Namespace, pod: string) {
    this.#namespace = namespace;
    this.#pod = pod;
  }

  /**
   * Starts the traffic; resolves when requests are running.
   * @param pauseMs pause of each worker between two requests; 100 by default
   */
  static async start(
    namespace: Namespace,
    image: string,
    release: string,
    publicUrl: string,
    pauseMs?: number,
  ): Promise<Traffic> {
    const pod = `traffic-${Date.now()}`;
    const secret = (variable: string, key: string) => ({
      name: variable,
      valueFrom: { secretKeyRef: { name: `${release}-demo`, key } },
    });
    const env = [
      { name: 'PUBLIC_URL', value: publicUrl },
      { name: 'GATEWAY_URL', value: `http://${release}-gateway` },
      secret('DEMO_DAY', 'day'),
      secret('DEMO_PASSWORD', 'password'),
      secret('DEMO_CLIENT_SECRET_1', 'client-secret-1'),
      secret('DEMO_CLIENT_SECRET_2', 'client-secret-2'),
      ...(pauseMs === undefined ? [] : [{ name: 'TRAFFIC_PAUSE_MS', value: String(pauseMs) }]),
    ];
    namespace.apply(demoPod({ name: pod, image, command: 'traffic', env }));
    const traffic = new Traffic(namespace, pod);
    await until('traffic runs', () => traffic.#lines().some((line) => 'started' in line));
    return traffic;
  }

  /** Stops the traffic; resolves with its result when everything has been checked. */
  async stop(): Promise<TrafficResult> {
    this.#namespace.evaluate(this.#pod, `require('fs').writeFileSync('/tmp/stop', '')`);
    let result: TrafficResult | undefined;
    await until('traffic has been checked', () => {
      result = this.#lines().find((line): line is TrafficResult => 'wrong' in line);
      if (result === undefined && this.#namespace.hasFailed(this.#pod))
        throw new Error(`the traffic has failed: ${this.#namespace.logs(this.#pod).slice(-MAX_LOG)}`);
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
      // The pod has not started yet.
    }
    return log
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as object);
  }
}
