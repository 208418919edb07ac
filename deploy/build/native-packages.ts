import { existsSync } from 'node:fs';
import { cp, readFile, realpath, rm } from 'node:fs/promises';
import path from 'node:path';

/** Packages with native code, which cannot be bundled. */
export const NATIVE_PACKAGES = ['sharp'];

interface Manifest {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** Copies the native packages that a package depends on beside its bundle, with all that they need. */
export async function copyNativePackages(packageDir: string): Promise<void> {
  const target = path.join(packageDir, 'dist/node_modules');
  await rm(target, { recursive: true, force: true });
  const copied = new Set<string>();
  for (const name of NATIVE_PACKAGES)
    await copyFrom(path.join(packageDir, 'node_modules'), name, target, copied);
}

/** @param modules the `node_modules` in which the package is found; optional packages of other platforms are in none */
async function copyFrom(modules: string, name: string, target: string, copied: Set<string>): Promise<void> {
  const link = path.join(modules, name);
  if (copied.has(name) || !existsSync(link)) return;
  copied.add(name);
  const folder = await realpath(link);
  await cp(folder, path.join(target, name), { recursive: true, dereference: true });
  const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as Manifest;
  // pnpm links the dependencies of a package beside it.
  const beside = path.resolve(folder, ...name.split('/').map(() => '..'));
  const names = Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies });
  for (const dependency of names) await copyFrom(beside, dependency, target, copied);
}
