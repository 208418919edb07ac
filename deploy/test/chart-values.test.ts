import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { durationHistogram, registry } from '@commerce/service-kit/metrics.ts';
import { workspaceRoot } from '../build/workspace.ts';

const read = (file: string): string => readFileSync(path.join(workspaceRoot, file), 'utf8');

/** Upper bounds (ms) of the buckets of every histogram of durations. */
async function bucketsMs(): Promise<number[]> {
  const name = 'chart_values_test_seconds';
  durationHistogram(name, 'Durations.', []).observe({}, 0);
  const text = await registry.getSingleMetricAsString(name);
  return [...text.matchAll(/le="([\d.]+)"/g)].map(([, bound]) => Number(bound) * 1000);
}

/** The command of a file that installs the official NATS chart. */
const commandOf = (file: string): string | undefined =>
  /helm install commerce-nats nats --repo \S+ --version \d+\.\d+\.\d+ -f \S+\.yaml/.exec(read(file))?.[0];

test('the chart accepts exactly the buckets of the histogram as the bound of the latency objective', async () => {
  const schema = JSON.parse(read('charts/commerce-platform/values.schema.json')) as {
    properties: { alerts: { properties: { objectives: { properties: { latencyMs: { enum: number[] } } } } } };
  };
  expect(schema.properties.alerts.properties.objectives.properties.latencyMs.enum).toEqual(await bucketsMs());
});

test('docs/operations.md, values-nats.yaml and the cluster test install the same version of the NATS chart', () => {
  const documented = commandOf('docs/operations.md');
  expect(documented).toBeDefined();
  expect(commandOf('charts/commerce-platform/values-nats.yaml')).toBe(documented);
  expect(read('test/cluster/options.ts')).toContain(/nats --repo \S+ --version \S+/.exec(documented!)![0]);
});
