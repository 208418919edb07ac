import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Settings } from '@commerce/service-kit/config.ts';
import { workspaceRoot } from '../build/workspace.ts';
import { processNames, processDir } from '../local/services.ts';
import { type KubernetesObject } from './render.ts';

/** Settings of the telemetry libraries, which read the environment themselves. */
const OTHERS = /^OTEL_/;
/** Addresses of upstream services: set for every declared call, even if the code does not use it yet. */
const ADDRESS = /_ADDRESS$/;

/** Problems with the settings that the chart passes to each process: missing required ones, and unknown ones. */
export async function wrongSettings(objects: KubernetesObject[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const name of processNames) {
    const file = path.join(workspaceRoot, processDir(name), 'src/config.ts');
    const { settings } = (await import(pathToFileURL(file).href)) as { settings: Settings };
    const required = Object.keys(settings).filter((key) => !settings[key]!.schema.safeParse(undefined).success);
    for (const { kind, metadata, spec } of objects.filter((object) => isOf(object, name))) {
      const given = new Set<string>(spec.template.spec.containers[0].env.map((each: { name: string }) => each.name));
      const missing = required.filter((key) => !given.has(key));
      const unknown = [...given].filter((key) => !(key in settings) && !OTHERS.test(key) && !ADDRESS.test(key));
      if (missing.length > 0) wrong.push(`${kind} ${metadata.name} lacks ${missing.join(', ')}`);
      if (unknown.length > 0) wrong.push(`${kind} ${metadata.name} has ${unknown.join(', ')}, which it does not read`);
    }
  }
  return wrong;
}

function isOf({ kind, spec }: KubernetesObject, name: string): boolean {
  if (kind !== 'Deployment' && kind !== 'Job') return false;
  return spec.template.metadata.labels['app.kubernetes.io/name'] === name;
}
