import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { workspaceRoot } from '../build/workspace.ts';

// The shape of a service: docs/architecture.md, "One service shape".

/** Parts of a service's `src`, each with the parts that its files may import. */
const PARTS: Record<string, readonly string[]> = {
  domain: ['domain'],
  generated: [],
  store: ['store', 'domain', 'generated'],
  publish: ['domain'],
  config: ['domain'],
  clients: ['clients', 'config', 'domain'],
  'use-cases': ['use-cases', 'domain', 'store', 'publish', 'clients', 'config', 'deps'],
  rpc: ['use-cases', 'domain', 'store', 'publish', 'clients', 'deps'],
  jobs: ['jobs', 'use-cases', 'domain', 'store', 'publish', 'clients', 'deps'],
  consume: ['consume', 'use-cases', 'domain', 'store', 'publish', 'clients', 'deps'],
  deps: ['use-cases', 'domain', 'store', 'clients', 'config', 'jobs'],
  seed: ['use-cases', 'domain', 'store', 'publish', 'clients', 'deps', 'generated'],
  callers: [],
  main: ['rpc', 'jobs', 'consume', 'use-cases', 'store', 'clients', 'config', 'deps', 'callers'],
};

/** The part that a file of `src` belongs to; undefined for one that has no place in the shape. */
function partOf(file: string): string | undefined {
  if (file === 'events/publish.ts') return 'publish';
  if (file.startsWith('events/consume/')) return 'consume';
  const [first = ''] = file.split('/');
  const part = first.replace(/\.ts$/, '');
  const isFile = ['config', 'deps', 'seed', 'callers', 'main'].includes(part);
  const fits = part === 'clients' || isFile === (file === `${part}.ts`);
  return part in PARTS && fits ? part : undefined;
}

const IMPORT = /^(?:import|export) [^;]*?from '(\.[^']+)';$/gm;

/** The files of the same service that a file imports, relative to `src`. */
function importsOf(src: string, file: string): string[] {
  const text = readFileSync(path.join(src, file), 'utf8');
  return [...text.matchAll(IMPORT)].map(([, target]) => path.join(path.dirname(file), target!));
}

/** Services that have the shape so far. */
const SHAPED = ['auth', 'catalog', 'customers', 'inventory', 'orders', 'pricing', 'webhooks'];

describe.each(SHAPED)('%s', (service) => {
  const src = path.join(workspaceRoot, 'services', service, 'src');
  const files = globSync('**/*.ts', { cwd: src }).filter((file) => !file.startsWith('generated/'));

  test('has no file outside of the parts of a service', () => {
    expect(files.filter((file) => partOf(file) === undefined)).toEqual([]);
  });

  test('imports go down only', () => {
    const upward = files.flatMap((file) =>
      importsOf(src, file)
        .filter((target) => !PARTS[partOf(file) ?? '']?.includes(partOf(target) ?? ''))
        .filter((target) => !(partOf(file) === 'rpc' && file === 'rpc/index.ts' && partOf(target) === 'rpc'))
        .map((target) => `${file} → ${target}`),
    );
    expect(upward).toEqual([]);
  });

  test('has one file per RPC, named like it, and a line for each in rpc/index.ts', () => {
    const methods = files.filter((file) => /^rpc\/(?!index)/.test(file));
    const lines = methods.map((file) => {
      const name = path.basename(file, '.ts');
      return `export { ${name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())} } from './${name}.ts';`;
    });
    const index = readFileSync(path.join(src, 'rpc/index.ts'), 'utf8').trim().split('\n');
    expect(index.toSorted()).toEqual(lines.toSorted());
    for (const file of methods)
      expect([
        file,
        readFileSync(path.join(src, file), 'utf8').match(/^export (?!type|interface)/gm)?.length,
      ]).toEqual([file, 1]);
  });
});

test('the demo and the tests of the platform use services by main.ts, callers.ts and seed.ts only', () => {
  const inner = globSync('{deploy,test}/**/*.ts', { cwd: workspaceRoot })
    .filter((file) => !file.includes('node_modules'))
    .flatMap((file) => {
      const text = readFileSync(path.join(workspaceRoot, file), 'utf8');
      const imported = text.matchAll(new RegExp(`from '(@commerce/(?:${SHAPED.join('|')})/[^']+)'`, 'g'));
      return [...imported].map(([, target]) => `${file} → ${target}`);
    })
    .filter((line) => !/\/(?:main|callers|seed)\.ts$/.test(line));
  expect(inner).toEqual([]);
});
