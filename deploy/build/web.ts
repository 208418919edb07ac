import { existsSync, globSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { BuildError } from './run-tool.ts';
import { inputsHash, isUpToDate, stamp } from './stamp.ts';
import { workspaceRoot } from './workspace.ts';

const STEP = 'web';
const BUILT = path.join(workspaceRoot, 'gateway/dist/web/index.html');

/** Inputs of the pages: their code, the console API, and the versions of all libraries. */
const inputs = (): string[] =>
  globSync(
    [
      'web/{src,public}/**/*.*',
      'web/*.*',
      'packages/{console-api,http-contract}/src/**/*.ts',
      'pnpm-lock.yaml',
    ],
    {
      cwd: workspaceRoot,
    },
  ).map((file) => path.join(workspaceRoot, file));

/** Builds the pages into `gateway/dist/web`, unless their inputs are unchanged. Throws `BuildError`. */
export async function buildWeb(): Promise<void> {
  const hash = await inputsHash(inputs(), []);
  if (existsSync(BUILT) && (await isUpToDate(STEP, hash))) return;
  const file = pathToFileURL(path.join(workspaceRoot, 'web/build.ts')).href;
  const web = (await import(file)) as { buildPages(): Promise<void> };
  await web.buildPages().catch((error: unknown) => {
    throw new BuildError(`The pages could not be built: ${(error as Error).message}`);
  });
  await stamp(STEP, hash);
}
