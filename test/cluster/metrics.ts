import type { Installation } from './installation.ts';

/** Sum of all samples of some metrics of a pod. */
export function metricSum({ namespace }: Installation, pod: string, names: string[]): number {
  const script = `fetch('http://127.0.0.1:9090/metrics').then((r) => r.text()).then((text) => {
    const found = [...text.matchAll(/^(?:${names.join('|')})(?:\\{.*\\})? (\\d+)$/gm)];
    console.log(found.reduce((sum, [, count]) => sum + Number(count), 0));
  })`;
  return Number(namespace.evaluate(pod, script));
}
