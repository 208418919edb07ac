import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { build } from 'esbuild';

// Builds dist/esm and dist/cjs, each with its declarations: what `pnpm pack` puts into the package.
process.chdir(import.meta.dirname);
rmSync('dist', { recursive: true, force: true });
for (const format of ['esm', 'cjs'] as const)
  await build({
    entryPoints: ['src/index.ts'],
    outdir: `dist/${format}`,
    format,
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    keepNames: true,
  });
const { status } = spawnSync('node_modules/.bin/tsc', ['--project', 'tsconfig.build.json'], {
  stdio: 'inherit',
});
if (status !== 0) process.exit(1);
cpSync('dist/esm', 'dist/cjs', {
  recursive: true,
  filter: (file) => !path.extname(file) || file.endsWith('.d.ts'),
});
writeFileSync('dist/cjs/package.json', '{ "type": "commonjs" }\n');
