import { parseArgs } from 'node:util';

export const USAGE = `Tries the platform on a real cluster. usage: pnpm test:cluster [options] [step...]

KUBECONFIG names the cluster; kubectl and helm must be on the PATH.

  --namespace NAME   made, and removed at the end (commerce-test)
  --prefix PREFIX    what the images are called before their own name (localhost/commerce)
  --tag TAG          of images that the cluster has already; without it they are built, and the tag is made up
  --base IMAGE, --build-base IMAGE     as of deploy/images/build.ts
  --load COMMAND     gives the cluster an image, whose name is its argument; without it they are taken from the registry
  --values FILE      further values of the chart, e.g. other images of PostgreSQL and NATS
  --keep             leaves everything as it is at the end

Steps, all of them without one: install, outside, unauthorized-callers, upgrade, scale, autoscale, alone, rotation, deletions, backends,
restore, nats.
`;

/** How the cluster is tried. */
export interface Options {
  namespace: string;
  prefix: string;
  tag: string | undefined;
  base: string | undefined;
  buildBase: string | undefined;
  load: string | undefined;
  values: string[];
  keep: boolean;
  steps: string[];
}

/** Reads the command line; undefined when help is asked for. */
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
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const { namespace, prefix, tag, base, load, keep } = values;
  return {
    namespace,
    prefix,
    tag,
    base,
    buildBase: values['build-base'],
    load,
    values: values.values,
    keep,
    steps: positionals,
  };
}
