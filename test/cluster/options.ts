import { parseArgs } from 'node:util';

export const USAGE = `Tests the platform on a real cluster. usage: pnpm test:cluster [options] [step...]

KUBECONFIG names the cluster; kubectl and helm must be on the PATH.

  --namespace NAME   created, and deleted at the end (commerce-test)
  --prefix PREFIX    prefix of the image names (localhost/commerce)
  --tag TAG          of images that the cluster has already; without it they are built with a generated tag
  --base IMAGE, --build-base IMAGE     as of deploy/images/build.ts
  --load COMMAND     loads an image, named by its argument, into the cluster; without it images are pulled from the registry
  --values FILE      additional chart values, e.g. other images of PostgreSQL and NATS
  --production FOLDER   also tests the production profile, with the settings of your cluster in this folder (README.md)
  --nats-chart CHART    arguments of helm install for the official NATS chart, from its repository by default
  --keep             keeps the namespace at the end
  --record           writes the report of the steps that have passed into docs/operations.md

Steps (default: all) on a trial: install, outside, unauthorized-callers, scale, autoscale, alone, rotation, deletions, upgrade,
deletions-of-two, drain, hanging, key-rings, clock-step, backends, network-cut, full-storage, full-disk, restore, nats.
With --production, these are on the production profile: production, which installs it, production-backends, upgrade,
deletions-of-two, drain, hanging, key-rings, production-rotation, production-restore; backends, restore and nats are then left out,
unless they are named.
`;

/** As docs/operations.md names it. */
const NATS_CHART = 'nats --repo https://nats-io.github.io/k8s/helm/charts --version 2.12.6';

/** Options of the cluster test. */
export interface Options {
  namespace: string;
  prefix: string;
  tag: string | undefined;
  base: string | undefined;
  buildBase: string | undefined;
  load: string | undefined;
  values: string[];
  /** Folder with platform.yaml, nats.yaml and manifests.yaml. */
  production: string | undefined;
  natsChart: string;
  keep: boolean;
  record: boolean;
  steps: string[];
}

/** Parses the command line; undefined for --help. */
export function optionsOf(args: string[]): Options | undefined {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      namespace: { type: 'string', default: 'commerce-test' },
      prefix: { type: 'string', default: 'localhost/commerce' },
      tag: { type: 'string' },
      base: { type: 'string' },
      'build-base': { type: 'string' },
      load: { type: 'string' },
      values: { type: 'string', multiple: true, default: [] },
      production: { type: 'string' },
      'nats-chart': { type: 'string', default: NATS_CHART },
      keep: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const { namespace, prefix, tag, base, load, keep, record } = values;
  return {
    namespace,
    prefix,
    tag,
    base,
    buildBase: values['build-base'],
    load,
    values: values.values,
    production: values.production,
    natsChart: values['nats-chart'],
    keep,
    record,
    steps: positionals,
  };
}
