import { globSync } from 'node:fs';
import path from 'node:path';
import { workspaceRoot } from '../build/workspace.ts';
import type { Rendering } from './render.ts';

/** Values of a trial. */
export const TRIAL_VALUES = 'charts/commerce-platform/values-trial.yaml';
const PRODUCTION = 'charts/commerce-platform/examples/production.yaml';
/** Values of an installation for production. */
export const PRODUCTION_VALUES = ['charts/commerce-platform/values-production.yaml', PRODUCTION];
/** APIs of a cluster with every operator that the charts use. */
export const OPERATORS = ['cert-manager.io/v1', 'monitoring.coreos.com/v1', 'gateway.networking.k8s.io/v1'];

/** An example of values, with the path of its golden rendering. */
export interface Example {
  name: string;
  rendering: Rendering;
  goldenFile: string;
}

/** Every example under charts, the trial, and the production values on a cluster with every operator. */
export function examples(): Example[] {
  const files = globSync('charts/*/examples/*.yaml', { cwd: workspaceRoot })
    .filter((file) => !file.endsWith('.golden.yaml'))
    .toSorted();
  return [
    ...files
      .filter((file) => file !== PRODUCTION)
      .map((file) => exampleOf([file], file.replace(/\.yaml$/, '.golden.yaml'))),
    exampleOf([TRIAL_VALUES], 'charts/commerce-platform/examples/trial.golden.yaml'),
    exampleOf(PRODUCTION_VALUES, PRODUCTION.replace(/\.yaml$/, '.golden.yaml'), OPERATORS),
  ];
}

function exampleOf(values: string[], goldenFile: string, apis: string[] = []): Example {
  const [name] = values as [string];
  const chart = name.split(path.sep)[1]!;
  return { name, rendering: { chart, values, apis }, goldenFile: path.join(workspaceRoot, goldenFile) };
}
