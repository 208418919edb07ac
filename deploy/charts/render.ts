import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { workspaceRoot } from '../build/workspace.ts';

/** The version of Kubernetes that charts are rendered for. */
const KUBERNETES = '1.34.0';

/** The fields of a Kubernetes object that the checks use. */
export interface KubernetesObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; labels?: Record<string, string>; annotations?: Record<string, string> };
  // eslint-disable-next-line typescript/no-explicit-any -- objects of any kind
  spec?: any;
  data?: Record<string, string>;
}

/** Options of a rendering. */
export interface Rendering {
  chart: string;
  release?: string;
  /** Files of values, relative to the root. */
  values?: string[];
  /** Additional APIs of the cluster. */
  apis?: string[];
}

/** Renders a chart. @throws Error with Helm's output */
export function render(helm: string, { chart, release = 'commerce', values = [], apis = [] }: Rendering): string {
  const files = values.flatMap((file) => ['--values', file]);
  return template(helm, [release, path.join('charts', chart), ...files], apis);
}

/**
 * Runs `helm template` at the root.
 * @param args release, chart and options
 * @param apis additional APIs of the cluster
 * @throws Error with Helm's output
 */
export function template(helm: string, args: string[], apis: string[]): string {
  const all = ['template', ...args, `--kube-version=${KUBERNETES}`, ...apis.flatMap((api) => ['--api-versions', api])];
  const { status, stdout, stderr } = spawnSync(helm, all, { cwd: workspaceRoot, encoding: 'utf8', maxBuffer: 2 ** 26 });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** Parses the objects of a multi-document YAML string. */
export function objectsOf(text: string): KubernetesObject[] {
  return parseAllDocuments(text)
    .map((document) => document.toJSON() as KubernetesObject | null)
    .filter((object) => object !== null);
}

const keyOf = ({ kind, metadata }: KubernetesObject): string => `${kind} ${metadata.name}`;

/** A rendering in a fixed order, without dashboards. */
export function golden(text: string): string {
  const objects = objectsOf(text).map(withoutDashboards);
  return objects
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    .map((object) => stringify(object, { lineWidth: 0 }))
    .join('---\n');
}

function withoutDashboards(object: KubernetesObject): KubernetesObject {
  // Dashboards are separate files; golden files omit them.
  if (object.kind === 'ConfigMap' && object.metadata.name.includes('-dashboard-'))
    return { ...object, data: Object.fromEntries(Object.keys(object.data ?? {}).map((key) => [key, '(a file)'])) };
  return object;
}
