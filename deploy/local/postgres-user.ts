import { stat } from 'node:fs/promises';
import path from 'node:path';
import { lastLine, runCommand } from './run-command.ts';
import { StackError } from './stack-error.ts';

interface Ids {
  uid: number;
  gid: number;
}

/** As whom the server's programs run. */
export interface RunAs {
  /** Whom the data must belong to; undefined: this user. */
  owner?: Ids;
  /** The user to start a program as; undefined where `prefix` changes it. */
  spawnAs: Partial<Ids>;
  /** A command that stands before the program. */
  prefix: string[];
}

async function postgresIds(): Promise<Ids | undefined> {
  const shown = await runCommand('sh', ['-c', 'id -u postgres && id -g postgres']);
  const [uid, gid] = shown.output.split('\n').map(Number);
  return shown.code === 0 ? { uid: uid!, gid: gid! } : undefined;
}

async function createPostgresUser(): Promise<Ids> {
  const made = await runCommand('sh', [
    '-c',
    '{ getent group postgres || groupadd postgres; } && useradd -g postgres postgres',
  ]);
  const ids = await postgresIds();
  if (ids === undefined)
    throw new StackError(
      `Postgres refuses to run as root, and the user "postgres" could not be created (${lastLine(made.output)}): create it, start as another user, or set DATABASE_URL to a server of yours.`,
    );
  return ids;
}

/** The first folder above (or at) the path that other users may not pass through. */
async function closedFolder(target: string, ids: Ids): Promise<string | undefined> {
  const folders: string[] = [];
  for (let folder = path.dirname(target); folder !== path.dirname(folder); folder = path.dirname(folder))
    folders.unshift(folder);
  for (const folder of folders) {
    const found = await stat(folder).catch(() => undefined);
    if (found !== undefined && (found.mode & 0o001) === 0 && found.uid !== ids.uid) return folder;
  }
  return undefined;
}

/**
 * As whom Postgres runs: this user or, since it refuses root, the user `postgres`, created when missing. Where that user
 * may not pass through the folders that lead to `paths` (a checkout in /root), it is given the right to read them.
 * Throws `StackError` when none of this can be done.
 */
export async function postgresRunAs(paths: string[]): Promise<RunAs> {
  if (process.getuid?.() !== 0) return { spawnAs: {}, prefix: [] };
  const ids = (await postgresIds()) ?? (await createPostgresUser());
  const closed = (await Promise.all(paths.map((each) => closedFolder(each, ids)))).find(
    (folder) => folder !== undefined,
  );
  if (closed === undefined) return { owner: ids, spawnAs: ids, prefix: [] };
  const asPostgres = ['setpriv', '--reuid', String(ids.uid), '--regid', String(ids.gid), '--clear-groups'];
  const prefix = [
    ...asPostgres,
    '--inh-caps',
    '+dac_read_search',
    '--ambient-caps',
    '+dac_read_search',
    '--',
  ];
  const tried = await runCommand(prefix[0]!, [...prefix.slice(1), 'ls', closed]);
  if (tried.code !== 0)
    throw new StackError(
      `Postgres refuses to run as root, and the user "postgres" may not pass through ${closed}: move the checkout to a folder that all users may enter, or set DATABASE_URL to a server of yours.`,
    );
  return { owner: ids, spawnAs: {}, prefix };
}
