import { existsSync, globSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { generate } from './generate.ts';
import { inlineHealthProto } from './inline-health-proto.ts';
import { BuildError } from './run-tool.ts';
import { inputsHash, isUpToDate, lastInputs, recordInputs, stamp } from './stamp.ts';
import { buildWeb } from './web.ts';
import { processRooms, workspaceRoot } from './workspace.ts';

// Bundled CommonJS dependencies call require and read __filename, which an ES module does not have. The two paths go by
// names of our own, so that a bundled module may still declare a __dirname itself.
const commonJsBanner = [
  "import { createRequire as __createRequire } from 'node:module';",
  'const require = __createRequire(import.meta.url);',
  'const __bundleFilename = import.meta.filename;',
  'const __bundleDirname = import.meta.dirname;',
].join(' ');

/** The program of a process: it runs what `src/main.ts` exports. */
const PROGRAM = [
  "import { main } from '@commerce/service-kit/process/main.ts';",
  "import definition from './src/main.ts';",
  'await main(definition);',
].join('\n');

/** Bundles each room's process into `<room>/dist/` with all its dependencies, so that an image needs no node_modules. */
export async function bundle(rooms: string[]): Promise<void> {
  await Promise.all(rooms.map((room) => bundleRoom(path.join(workspaceRoot, room))));
}

/** What every bundle is made from beside its own files: the versions of all libraries, and the way it is made. */
const COMMON_INPUTS = ['pnpm-lock.yaml', 'deploy/build/bundle.ts', 'deploy/build/inline-health-proto.ts'].map(
  (file) => path.join(workspaceRoot, file),
);

/** Bundles a room, unless the files that its last bundle was made from are what they were. */
async function bundleUnlessUpToDate(room: string): Promise<void> {
  const step = `bundle-${path.basename(room)}`;
  const known = await lastInputs(step);
  const isBuilt = existsSync(path.join(workspaceRoot, room, 'dist/main.js'));
  if (isBuilt && known !== undefined && (await isUpToDate(step, await inputsHash(known, [])))) return;
  const bundled = await bundleRoom(path.join(workspaceRoot, room));
  const inputs = [...COMMON_INPUTS, ...bundled];
  await recordInputs(step, inputs);
  await stamp(step, await inputsHash(inputs, []));
}

/** @returns the room's own files and those of the workspace that went into the bundle, absolute */
async function bundleRoom(room: string): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: room,
    stdin: { contents: PROGRAM, resolveDir: room, sourcefile: 'program.ts', loader: 'ts' },
    entryNames: 'main',
    outdir: 'dist',
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    // What is imported on demand (tracing, migrations) is not read at every start.
    splitting: true,
    sourcemap: 'linked',
    plugins: [inlineHealthProto],
    banner: { js: commonJsBanner },
    define: { __filename: '__bundleFilename', __dirname: '__bundleDirname' },
    // pg asks for it only when told to use the native driver.
    external: ['pg-native'],
    logLevel: 'warning',
    metafile: true,
  }).catch((error: unknown) => {
    // esbuild has printed the places already.
    throw new BuildError(`The bundle could not be made: ${(error as Error).message.split('\n', 1)[0]}`);
  });
  await removeOlder(path.join(room, 'dist'), new Set(Object.keys(metafile.outputs)));
  // Libraries are known by their versions. What a plugin makes has no file.
  return Object.keys(metafile.inputs)
    .map((input) => path.join(room, input))
    .filter((file) => !file.includes('/node_modules/') && existsSync(file));
}

/** Parts of an earlier bundle go by the hash of their content: nothing overwrites them. */
async function removeOlder(dist: string, outputs: Set<string>): Promise<void> {
  const files = (await readdir(dist)).filter((file) => /\.js(\.map)?$/.test(file));
  const older = files.filter((file) => !outputs.has(`dist/${file}`));
  await Promise.all(older.map((file) => rm(path.join(dist, file), { force: true })));
}

/** Builds the documentation into `gateway/dist/docs`, unless what it is made from is what it was. */
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

/** Generates, bundles and builds what is out of date: every process, the documentation and the pages. Throws `BuildError`. */
export async function buildAll(): Promise<void> {
  await generate();
  await Promise.all([...processRooms().map(bundleUnlessUpToDate), buildDocs(), buildWeb()]);
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
        ? `${file || 'A file of the checkout'} may not be written by this user (${code}): the build needs a checkout that it may write to.`
        : (error as Error).message,
    );
    process.exitCode = 1;
  }
}
