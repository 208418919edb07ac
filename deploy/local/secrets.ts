import { randomBytes } from 'node:crypto';
import { readJson, writeJson } from './json-file.ts';
import { databaseNames } from './services.ts';
import type { DatabaseName } from './services.ts';

/** What is made up once per data directory and kept. */
export interface Secrets {
  /** Password of the embedded server's superuser. */
  postgresPassword: string;
  /** Sets this stack's databases and roles apart on a server that it shares with others. */
  databasePrefix: string;
  rolePasswords: Record<DatabaseName, string>;
  /** Key rings, `<key id>:<base64 of 32 bytes>`. */
  encryptionKeys: { auth: string; webhooks: string };
  cursorKeys: string;
}

const password = (): string => randomBytes(18).toString('base64url');
const keyRing = (): string => `k1:${randomBytes(32).toString('base64')}`;

function newSecrets(): Secrets {
  const rolePasswords = Object.fromEntries(databaseNames.map((name) => [name, password()]));
  return {
    postgresPassword: password(),
    databasePrefix: `commerce_${randomBytes(3).toString('hex')}_`,
    rolePasswords: rolePasswords as Record<DatabaseName, string>,
    encryptionKeys: { auth: keyRing(), webhooks: keyRing() },
    cursorKeys: keyRing(),
  };
}

/** The directory's secrets (file mode 600), made at the first time. Throws `StackError` when the file is damaged. */
export async function loadSecrets(file: string): Promise<Secrets> {
  const kept = await readJson<Secrets>(file);
  if (kept !== undefined && databaseNames.every((name) => name in kept.rolePasswords)) return kept;
  const made = newSecrets();
  // A directory of an earlier version lacks the passwords of later databases.
  const secrets = { ...made, ...kept, rolePasswords: { ...made.rolePasswords, ...kept?.rolePasswords } };
  await writeJson(file, secrets);
  return secrets;
}
