import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { generate } from './generate.ts';
import { inlineHealthProto } from './inline-health-proto.ts';
import { BuildError } from './run-tool.ts';
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

/** Bundles each room's `src/main.ts` into `<room>/dist/` with all its dependencies, so that an image needs no node_modules. */
export async function bundle(rooms: string[], root = workspaceRoot): Promise<void> {
  await Promise.all(rooms.map((room) => bundleRoom(path.join(root, room))));
}

async function bundleRoom(room: string): Promise<void> {
  const { metafile } = await build({
    absWorkingDir: room,
    entryPoints: ['src/main.ts'],
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
}

/** Parts of an earlier bundle go by the hash of their content: nothing overwrites them. */
async function removeOlder(dist: string, outputs: Set<string>): Promise<void> {
  const files = (await readdir(dist)).filter((file) => /\.js(\.map)?$/.test(file));
  const older = files.filter((file) => !outputs.has(`dist/${file}`));
  await Promise.all(older.map((file) => rm(path.join(dist, file), { force: true })));
}

async function buildGatewayAssets(): Promise<void> {
  const file = path.join(workspaceRoot, 'gateway/build.ts');
  if (!existsSync(file)) return;
  const module = (await import(pathToFileURL(file).href)) as { buildAssets(): Promise<void> };
  await module.buildAssets();
}

/** Generates what is out of date, then bundles every process, the documentation and the pages. Throws `BuildError`. */
export async function buildAll(): Promise<void> {
  await generate();
  await Promise.all([bundle(processRooms()), buildGatewayAssets(), buildWeb()]);
}

if (import.meta.main) {
  const started = performance.now();
  try {
    await buildAll();
    console.log(
      `built ${processRooms().join(', ')} in ${((performance.now() - started) / 1000).toFixed(1)} s`,
    );
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
