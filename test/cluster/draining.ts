import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { Installation } from './installation.ts';
import { must, until } from './kubernetes.ts';
import { nothingFailed, seconds, summaryOf } from './results.ts';

/** Selector of the pods of the processes with two pods. */
const drainedOf = ({ doubled }: Installation): string =>
  `app.kubernetes.io/part-of=${Installation.release},app.kubernetes.io/component=process,app.kubernetes.io/name in (${doubled.join(',')})`;

/** Drains the nodes of the platform, which has two pods of each process: the disruption budgets leave one of them. */
export async function drain(installation: Installation): Promise<string[]> {
  const { namespace } = installation;
  installation.ensureTwoPods();
  const drained = drainedOf(installation);
  const before = namespace.pods(drained);
  let took = '';
  const result = await installation.during(async () => {
    const startedAt = Date.now();
    for (const node of namespace.nodes(drained)) await drainNode(node, drained);
    took = seconds(startedAt);
    namespace.rolledOut();
  });
  const after = namespace.pods(drained);
  nothingFailed(result);
  const left = before.filter((pod) => after.includes(pod));
  if (left.length > 0) throw new Error(`not drained: ${left.join(', ')}`);
  return [
    `${before.length} pods, two of ${installation.doubledNames}, drained from their node in ${took}: ${summaryOf(result)}`,
  ];
}

/** Drains the selected pods from a node. It is schedulable again while they are evicted, so that one node is enough. */
async function drainNode(node: string, selector: string): Promise<void> {
  const args = ['drain', node, '--pod-selector', selector, '--delete-emptydir-data', '--timeout', '600s'];
  const draining = spawn('kubectl', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const [ended, errors] = [once(draining, 'exit'), text(draining.stderr)];
  const unschedulable = ['get', 'node', node, '--output', 'jsonpath={.spec.unschedulable}'];
  await until('the node is cordoned', () => must('kubectl', unschedulable) === 'true');
  must('kubectl', ['uncordon', node]);
  const [status] = (await ended) as [number | null];
  if (status !== 0) throw new Error(`kubectl drain: ${await errors}`);
}
