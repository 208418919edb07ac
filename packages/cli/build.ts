import { rmSync } from 'node:fs';
import { build } from 'esbuild';

// Builds dist/main.js: what `pnpm pack` puts into the package.
process.chdir(import.meta.dirname);
rmSync('dist', { recursive: true, force: true });
await build({
  entryPoints: ['src/main.ts'],
  outdir: 'dist',
  format: 'esm',
  bundle: true,
  external: ['open', 'yargs', 'yargs/*'],
  platform: 'node',
  target: 'node20',
});
