import { setTimeout as sleep } from 'node:timers/promises';
import type { Received } from '../../support/webhook-receiver.ts';
import { demoPod } from '../demo-pod.ts';
import type { Installation } from '../installation.ts';
import { until } from '../kubernetes.ts';

const POD = 'receiver';
const PORT = 8080;
const TIMEOUT_MS = 60_000;
const WEBHOOKS = 'app.kubernetes.io/name=webhooks,app.kubernetes.io/component=process';

/**
 * A pod that receives webhooks. Its address is private and plain HTTP, which production does not allow: while
 * it exists, the webhooks service runs with a non-production setting and an additional NetworkPolicy.
 */
export class ReceiverPod {
  readonly url: string;
  readonly #installation: Installation;

  private constructor(installation: Installation, url: string) {
    this.#installation = installation;
    this.url = url;
  }

  /** Starts the pod; resolves when the webhooks service may send to it. */
  static async start(installation: Installation): Promise<ReceiverPod> {
    const { namespace, options, tag } = installation;
    const image = `${options.prefix}/demo:${tag}`;
    namespace.apply(demoPod({ name: POD, image, command: 'receiver' }));
    namespace.kubectl('wait', '--for=condition=Ready', `pod/${POD}`, '--timeout=60s');
    const address = namespace.kubectl('get', 'pod', POD, '--output', 'jsonpath={.status.podIP}');
    namespace.apply(receiverRoute());
    const range = `${address}/${address.includes(':') ? 128 : 32}`;
    await setWebhooks(
      installation,
      'NODE_ENV=test',
      'WEBHOOK_ALLOW_HTTP=true',
      `WEBHOOK_ALLOWED_CIDRS=${range}`,
    );
    const host = address.includes(':') ? `[${address}]` : address;
    return new ReceiverPod(installation, `http://${host}:${PORT}/webhooks`);
  }

  /** Waits for the first matching delivery. @throws Error that lists the received ones */
  async until(what: string, fits: (received: Received) => boolean): Promise<Received> {
    for (const end = Date.now() + TIMEOUT_MS; ; await sleep(500)) {
      const all = this.#received();
      const found = all.find(fits);
      if (found !== undefined) return found;
      if (Date.now() > end)
        throw new Error(`not received: ${what}; received: ${all.map(({ body }) => body.type).join(', ')}`);
    }
  }

  /** Removes the pod and restores the settings of the webhooks service. */
  async stop(): Promise<void> {
    const { namespace } = this.#installation;
    await setWebhooks(
      this.#installation,
      'NODE_ENV=production',
      'WEBHOOK_ALLOW_HTTP-',
      'WEBHOOK_ALLOWED_CIDRS-',
    );
    namespace.kubectl('delete', `pod/${POD}`, `networkpolicy/${POD}`, '--wait=false');
    await until('the receiver is gone', () => namespace.pods(`app=${POD}`).length === 0);
  }

  #received(): Received[] {
    return this.#installation.namespace
      .logs(POD)
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => {
        const { path, headers, raw } = JSON.parse(line) as Received & { raw: string };
        const bytes = Buffer.from(raw, 'base64');
        return { path, headers, raw: bytes, body: JSON.parse(bytes.toString()) as unknown };
      });
  }
}

/** Sets variables of the webhooks service; resolves when no pod with the earlier ones answers calls. */
async function setWebhooks({ namespace }: Installation, ...variables: string[]): Promise<void> {
  namespace.kubectl('set', 'env', 'deployment/commerce-webhooks', ...variables);
  namespace.kubectl('rollout', 'status', 'deployment/commerce-webhooks', '--timeout', '180s');
  await until('the earlier pod of webhooks has ended', () => {
    const pods = namespace.kubectl('get', 'pods', '--selector', WEBHOOKS, '--output', 'name');
    return pods.trim().split('\n').length === 1;
  });
}

function receiverRoute(): object {
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: POD },
    spec: {
      podSelector: {
        matchLabels: {
          'app.kubernetes.io/part-of': 'commerce',
          'app.kubernetes.io/name': 'webhooks',
          'app.kubernetes.io/component': 'process',
        },
      },
      policyTypes: ['Egress'],
      egress: [{ to: [{ podSelector: { matchLabels: { app: POD } } }], ports: [{ port: PORT }] }],
    },
  };
}
