import { globSync } from 'node:fs';
import path from 'node:path';
import { workspaceRoot } from '../build/workspace.ts';
import type { Rendering } from './render.ts';

const OPERATORS = ['cert-manager.io/v1', 'monitoring.coreos.com/v1', 'gateway.networking.k8s.io/v1'];

/** An example of values, with the path of its golden rendering. */
export interface Example {
  name: string;
  rendering: Rendering;
  goldenFile: string;
}

/** Every example under charts, and the production values on a cluster with every operator. */
export function examples(): Example[] {
  const files = globSync('charts/*/examples/*.yaml', { cwd: workspaceRoot })
    .filter((file) => !file.endsWith('.golden.yaml'))
    .toSorted();
  return [
    ...files.map((file) => exampleOf(file, file.replace(/\.yaml$/, '.golden.yaml'), [])),
    exampleOf(
      'charts/commerce-platform/values-production.yaml',
      'charts/commerce-platform/examples/production.golden.yaml',
      OPERATORS,
    ),
  ];
}

function exampleOf(file: string, goldenFile: string, apis: string[]): Example {
  const chart = file.split(path.sep)[1]!;
  return { name: file, rendering: { chart, values: [file], apis }, goldenFile: path.join(workspaceRoot, goldenFile) };
}
