import { CliError, EXIT } from './errors.ts';
import { readSession, type StoredSession } from './session-file.ts';

/** The session, and the developer account that a command works for. */
export interface Signed {
  session: StoredSession;
  /** Path parameter of every route of the portal. */
  params: { developer: string };
}

/** Reads the session; `wanted` is the name or id given with `--developer`. Throws `CliError`. */
export function signedIn(wanted: string | undefined): Signed {
  const session = readSession();
  const { developers } = session;
  const found = developers.filter(({ id, name }) => wanted === undefined || id === wanted || name === wanted);
  if (found.length === 1) return { session, params: { developer: found[0]!.id } };
  const names = developers.map(({ id, name }) => `  ${id}  ${name}`).join('\n');
  throw new CliError(`Choose a developer account with --developer:\n${names}`, EXIT.usage);
}
