import { stat } from 'node:fs/promises';
import path from 'node:path';
import { lastLine, runCommand } from './run-command.ts';
import { StackError } from './stack-error.ts';

interface Ids {
  uid: number;
  gid: number;
}

/** User that runs the server's programs. */
export interface RunAs {
  /** Required owner of the data; undefined: this user. */
  owner?: Ids;
  /** User to start a program as; undefined when `prefix` changes the user. */
  spawnAs: Partial<Ids>;
  /** Command placed before the program. */
  prefix: string[];
}

async function postgresIds(): Promise<Ids | undefined> {
  const shown = await runCommand('sh', ['-c', 'id -u postgres && id -g postgres']);
  const [uid, gid] = shown.output.split('\n').map(Number);
  return shown.code === 0 ? { uid: uid!, gid: gid! } : undefined;
}

async function createPostgresUser(): Promise<Ids> {
  const script = '{ getent group postgres || groupadd postgres; } && useradd -g postgres postgres';
  const made = await runCommand('sh', ['-c', script]);
  const ids = await postgresIds();
  if (ids === undefined)
    throw new StackError(
      `Postgres refuses to run as root, and the user "postgres" could not be created (${lastLine(made.output)}): create it, start as another user, or set DATABASE_URL to your own server.`,
    );
  return ids;
}

/** The first directory above (or at) the path that other users cannot traverse. */
async function closedFolder(target: string, ids: Ids): Promise<string | undefined> {
  const names = path.dirname(target).split(path.sep).slice(1);
  for (const folder of names.map((_, at) => path.join('/', ...names.slice(0, at + 1)))) {
    const found = await stat(folder).catch(() => undefined);
    if (found !== undefined && (found.mode & 0o001) === 0 && found.uid !== ids.uid) return folder;
  }
  return undefined;
}

/**
 * Chooses the user that runs Postgres: this user or, because Postgres refuses root, the user `postgres`, created if missing.
 * If that user cannot traverse the directories above `paths` (a checkout in /root), it gets permission to read them.
 * Throws `StackError` when none of this is possible.
 */
export async function postgresRunAs(paths: string[]): Promise<RunAs> {
  if (process.getuid?.() !== 0) return { spawnAs: {}, prefix: [] };
  const ids = (await postgresIds()) ?? (await createPostgresUser());
  const closed = (await Promise.all(paths.map((each) => closedFolder(each, ids)))).find(Boolean);
  if (closed === undefined) return { owner: ids, spawnAs: ids, prefix: [] };
  const asPostgres = `setpriv --reuid ${ids.uid} --regid ${ids.gid} --clear-groups`.split(' ');
  const mayRead = '--inh-caps +dac_read_search --ambient-caps +dac_read_search --'.split(' ');
  const prefix = [...asPostgres, ...mayRead];
  const tried = await runCommand(prefix[0]!, [...prefix.slice(1), 'ls', closed]);
  if (tried.code !== 0)
    throw new StackError(
      `Postgres refuses to run as root, and the user "postgres" cannot traverse ${closed}: move the checkout to a directory that all users can enter, or set DATABASE_URL to your own server.`,
    );
  return { owner: ids, spawnAs: {}, prefix };
}
