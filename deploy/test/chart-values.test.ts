import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
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

/** Strings under keys that end in `image`, at any depth. */
function imagesIn(values: unknown): string[] {
  if (typeof values !== 'object' || values === null) return [];
  return Object.entries(values).flatMap(([key, value]) =>
    /image$/i.test(key) && typeof value === 'string' ? [value] : imagesIn(value),
  );
}

test('every image of another project that the platform runs has a full version', () => {
  const images = ['', '-trial', '-production'].flatMap((profile) =>
    imagesIn(parse(read(`charts/commerce-platform/values${profile}.yaml`), { merge: true })),
  );
  expect(images).toHaveLength(5);
  for (const image of images)
    // A version of PostgreSQL has two numbers.
    expect(image).toMatch(/postgres(ql)?:/.test(image) ? /:\d+\.\d+(-|$)/ : /:v?\d+\.\d+\.\d+(-|$)/);
});

test('the image of CloudNativePG names its flavor and its Debian, without which none is built, and is known to Renovate', () => {
  const { cnpg } = parse(read('charts/commerce-platform/values.yaml')) as { cnpg: { image: string } };
  expect(cnpg.image).toMatch(/:\d+\.\d+-(minimal|standard|system)-(trixie|bookworm)$/);
  expect(read('.github/renovate.json')).toContain(`"${cnpg.image.split(':')[0]}"`);
});

/** Paths of user and group ids among values. */
function idsIn(values: unknown, at: string[] = []): string[] {
  if (typeof values !== 'object' || values === null) return [];
  return Object.entries(values).flatMap(([key, value]) =>
    ['runAsUser', 'runAsGroup', 'fsGroup'].includes(key)
      ? [[...at, key].join('.')]
      : idsIn(value, [...at, key]),
  );
}

test('the options for OpenShift in docs/operations.md remove every user and group id of values-nats.yaml', () => {
  const [, options] = /`--set (podTemplate[^`]*)`/.exec(read('docs/operations.md'))!;
  const ids = idsIn(parse(read('charts/commerce-platform/values-nats.yaml')));
  expect(ids).not.toEqual([]);
  expect(options!.split(',').toSorted()).toEqual(ids.map((id) => `${id}=null`).toSorted());
});

test('values-nats.yaml never puts two servers on a node while another has none', () => {
  const { podTemplate } = parse(read('charts/commerce-platform/values-nats.yaml')) as {
    podTemplate: { topologySpreadConstraints: object };
  };
  expect(podTemplate.topologySpreadConstraints).toEqual({
    'kubernetes.io/hostname': { maxSkew: 1, whenUnsatisfiable: 'DoNotSchedule' },
    'topology.kubernetes.io/zone': { maxSkew: 1, whenUnsatisfiable: 'ScheduleAnyway' },
  });
});
