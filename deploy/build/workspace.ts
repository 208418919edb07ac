import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** Absolute path of the repository's root. */
export const workspaceRoot = path.resolve(import.meta.dirname, '../..');

/** Absolute path of a command from a dependency of the root, e.g. `tool('buf')`. */
export function tool(name: string): string {
  return path.join(workspaceRoot, 'node_modules/.bin', name);
}

/** Directories (relative to `root`) of the processes: the gateway and each service whose `src/main.ts` exists. */
export function processDirs(root = workspaceRoot): string[] {
  const services = path.join(root, 'services');
  const names = existsSync(services) ? readdirSync(services).toSorted() : [];
  return ['gateway', ...names.map((name) => `services/${name}`)].filter((packageDir) =>
    existsSync(path.join(root, packageDir, 'src/main.ts')),
  );
}
