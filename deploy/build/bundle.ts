import { existsSync, globSync, statSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { generate } from './generate.ts';
import { inlineHealthProto } from './inline-health-proto.ts';
import { copyNativePackages, NATIVE_PACKAGES } from './native-packages.ts';
import { BuildError } from './run-tool.ts';
import { inputsHash, isUpToDate, lastInputs, recordInputs, stamp } from './stamp.ts';
import { buildWeb } from './web.ts';
import { processDirs, workspaceRoot } from './workspace.ts';

// Bundled CommonJS dependencies call require and read __filename, which an ES module does not have. The two paths use
// unique names, so that a bundled module can still declare its own __dirname.
const commonJsBanner = [
  "import { createRequire as __createRequire } from 'node:module';",
  'const require = __createRequire(import.meta.url);',
  'const __bundleFilename = import.meta.filename;',
  'const __bundleDirname = import.meta.dirname;',
].join(' ');

/** Program of a process: it runs what `src/main.ts` exports. */
const PROGRAM = [
  "import { main } from '@commerce/service-kit/process/main.ts';",
  "import definition from './src/main.ts';",
  'await main(definition);',
].join('\n');

/** Bundles a package's script `src/main.ts` into its `dist/` with all dependencies, so that an image needs no node_modules. */
export async function bundleScript(packageDir: string): Promise<void> {
  await bundlePackage(path.join(workspaceRoot, packageDir), "import './src/main.ts';");
}

/** Inputs of every bundle besides its own files: the versions of all libraries, and the bundler code. */
const COMMON_INPUTS = [
  'pnpm-lock.yaml',
  'deploy/build/bundle.ts',
  'deploy/build/inline-health-proto.ts',
  'deploy/build/native-packages.ts',
].map((file) => path.join(workspaceRoot, file));

/** Bundles a package, unless the inputs of its last bundle are unchanged. */
async function bundleUnlessUpToDate(packageDir: string): Promise<void> {
  const step = `bundle-${path.basename(packageDir)}`;
  const known = await lastInputs(step);
  const isBuilt = existsSync(path.join(workspaceRoot, packageDir, 'dist/main.js'));
  if (isBuilt && known !== undefined && (await isUpToDate(step, await inputsHash(known, [])))) return;
  const startedAt = Date.now();
  const bundled = await bundlePackage(path.join(workspaceRoot, packageDir), PROGRAM);
  const inputs = [...COMMON_INPUTS, ...bundled];
  // A file that changed during the build may be in the bundle as it was before.
  if (inputs.some((file) => statSync(file).mtimeMs >= startedAt)) return;
  await recordInputs(step, inputs);
  await stamp(step, await inputsHash(inputs, []));
}

/** @returns absolute paths of the workspace files that went into the bundle */
async function bundlePackage(packageDir: string, program: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: packageDir,
    stdin: { contents: program, resolveDir: packageDir, sourcefile: 'program.ts', loader: 'ts' },
    entryNames: 'main',
    outdir: 'dist',
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // Dynamic imports (tracing, migrations) are not loaded at every start.
    splitting: true,
    sourcemap: 'linked',
    // The process keeps its source in memory. Names stay, for stack traces.
    minifyWhitespace: true,
    lineLimit: 200,
    legalComments: 'linked',
    plugins: [inlineHealthProto],
    banner: { js: commonJsBanner },
    define: { __filename: '__bundleFilename', __dirname: '__bundleDirname' },
    // pg requires the first only for its native driver; the others are copied beside the bundle.
    external: ['pg-native', ...NATIVE_PACKAGES],
    logLevel: 'warning',
    metafile: true,
  }).catch((error: unknown) => {
    // esbuild has already printed the locations.
    throw new BuildError(`The bundle could not be built: ${(error as Error).message.split('\n', 1)[0]}`);
  });
  const outputs = Object.keys(metafile.outputs);
  await Promise.all(
    outputs.filter((file) => file.endsWith('.js')).map((file) => toAscii(path.join(packageDir, file))),
  );
  await removeOlder(path.join(packageDir, 'dist'), new Set(outputs));
  await copyNativePackages(packageDir);
  // Libraries are identified by their versions. Plugin output has no file.
  return Object.keys(metafile.inputs)
    .map((input) => path.join(packageDir, input))
    .filter((file) => !file.includes('/node_modules/') && existsSync(file));
}

/**
 * Escapes what is not ASCII in a bundle: one such character makes Node keep the whole source with two bytes per
 * character. The bundler escapes texts, but not regular expressions.
 */
async function toAscii(file: string): Promise<void> {
  const source = await readFile(file, 'utf8');
  const ascii = source.replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  if (ascii !== source) await writeFile(file, ascii);
}

/** Removes chunks of earlier bundles: their names contain a content hash, so they are never overwritten. */
async function removeOlder(dist: string, outputs: Set<string>): Promise<void> {
  const files = (await readdir(dist)).filter((file) => /\.js(\.map)?$/.test(file));
  const older = files.filter((file) => !outputs.has(`dist/${file}`));
  await Promise.all(older.map((file) => rm(path.join(dist, file), { force: true })));
}

/** Builds the documentation into `gateway/dist/docs`, unless its inputs are unchanged. */
async function buildDocs(): Promise<void> {
  const inputs = globSync(
    [
      'docs/{api,images}/**/*.*',
      'gateway/build.ts',
      'gateway/src/**/*.*',
      'packages/*/src/**/*.*',
      'pnpm-lock.yaml',
    ],
    { cwd: workspaceRoot },
  ).map((file) => path.join(workspaceRoot, file));
  const hash = await inputsHash(inputs, []);
  if (existsSync(path.join(workspaceRoot, 'gateway/dist/docs')) && (await isUpToDate('docs', hash))) return;
  const file = pathToFileURL(path.join(workspaceRoot, 'gateway/build.ts')).href;
  const gateway = (await import(file)) as { buildAssets(): Promise<void> };
  await gateway.buildAssets();
  await stamp('docs', hash);
}

/** Generates, bundles and builds everything that is out of date: processes, documentation and pages. Throws `BuildError`. */
export async function buildAll(): Promise<void> {
  await generate();
  await Promise.all([...processDirs().map(bundleUnlessUpToDate), buildDocs(), buildWeb()]);
}

if (import.meta.main) {
  const started = performance.now();
  try {
    await buildAll();
    console.log(`everything is built (${((performance.now() - started) / 1000).toFixed(1)} s)`);
  } catch (error) {
    const { code, path: file } = error as NodeJS.ErrnoException;
    const isReadOnly = code === 'EACCES' || code === 'EPERM' || code === 'EROFS';
    if (!(error instanceof BuildError || isReadOnly)) throw error;
    console.error(
      isReadOnly
        ? `${file || 'A file of the checkout'} is not writable by this user (${code}): the build needs a writable checkout.`
        : (error as Error).message,
    );
    process.exitCode = 1;
  }
}
