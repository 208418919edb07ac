import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { CliError, EXIT } from './errors.ts';

/** Session that `mostrador login` stores. */
export interface StoredSession {
  /** Origin of the platform. */
  url: string;
  /** Secret: it opens the portal as the person. */
  token: string;
  /** ISO 8601. */
  expiresAt: string;
  email: string;
  developers: { id: string; name: string }[];
  /** Secret `whsec_…` that signs the events which `mostrador listen` forwards. */
  webhookSecret: string;
}

/** `MOSTRADOR_CONFIG_DIR`, or `mostrador` in the user's configuration folder. */
function folder(): string {
  const { MOSTRADOR_CONFIG_DIR, XDG_CONFIG_HOME, APPDATA } = process.env;
  if (MOSTRADOR_CONFIG_DIR) return MOSTRADOR_CONFIG_DIR;
  return path.join(XDG_CONFIG_HOME ?? APPDATA ?? path.join(homedir(), '.config'), 'mostrador');
}

const file = (): string => path.join(folder(), 'session.json');

/** Stores the session in a file that only the user can read. */
export function saveSession(session: StoredSession): void {
  mkdirSync(folder(), { recursive: true, mode: 0o700 });
  // An existing file would keep its mode.
  removeSession();
  writeFileSync(file(), `${JSON.stringify(session, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' });
}

export function removeSession(): void {
  rmSync(file(), { force: true });
}

/** The stored session. Throws `CliError` without one, or when it has ended. */
export function readSession(): StoredSession {
  let session: StoredSession;
  try {
    session = JSON.parse(readFileSync(file(), 'utf8')) as StoredSession;
  } catch {
    throw new CliError('You are not signed in. Run `mostrador login`.', EXIT.signedOut);
  }
  if (Date.parse(session.expiresAt) <= Date.now())
    throw new CliError('Your session has ended. Run `mostrador login`.', EXIT.signedOut);
  return session;
}
