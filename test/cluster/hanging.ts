import type { Installation } from './installation.ts';
import { NodePod } from './node-pod.ts';
import { until } from './kubernetes.ts';
import { failedOnlyBy, nothingLost, seconds, summaryOf } from './results.ts';

/** Requests that the stopped pod of the gateway may accept before it leaves the Service: two of each worker of the traffic. */
const MAX_TIMEOUTS = 16;
/** Time until the liveness probe has failed and the stopped process is killed. */
const RESTARTED_MS = 180_000;

/** Stops one of two pods of each process at once (SIGSTOP): connections stay open, and nothing is answered until Kubernetes restarts them. */
export async function hanging(installation: Installation): Promise<string[]> {
  const { namespace, options, tag } = installation;
  const node = await NodePod.start(`${options.namespace}-node`, `${options.prefix}/demo:${tag}`);
  try {
    installation.ensureTwoPods();
    let restarted = '';
    const result = await installation.during(async () => {
      const stopped = installation.doubled.map((name) => installation.pods(name)[0]!);
      const before = stopped.map((pod) => namespace.restarts(pod));
      for (const pod of stopped)
        if (node.signal(namespace.uid(pod), 'SIGSTOP') === 0)
          throw new Error(`${pod} has no process to stop`);
      const startedAt = Date.now();
      await until(
        'every stopped pod has been restarted',
        () => stopped.every((pod, at) => namespace.restarts(pod) > before[at]!),
        RESTARTED_MS,
      );
      restarted = seconds(startedAt);
      namespace.rolledOut();
    });
    nothingLost(result);
    failedOnlyBy(result, 'TimeoutError');
    if (result.failures > MAX_TIMEOUTS) throw new Error(`too many timeouts: ${JSON.stringify(result)}`);
    return [
      `one of two pods of ${installation.doubledNames} stopped, restarted by Kubernetes within ${restarted}: ${summaryOf(result)}`,
    ];
  } finally {
    node.remove();
  }
}
