import { randomBytes } from 'node:crypto';
import { readJson, writeJson } from './json-file.ts';
import { databaseNames } from './services.ts';
import type { DatabaseName } from './services.ts';

/** Secrets generated once per data directory. */
export type Secrets = ReturnType<typeof newSecrets>;

const password = (): string => randomBytes(18).toString('base64url');
const keyRing = (): string => `k1:${randomBytes(32).toString('base64')}`;

function newSecrets() {
  const rolePasswords = Object.fromEntries(databaseNames.map((name) => [name, password()]));
  return {
    /** Password of the embedded server's superuser. */
    postgresPassword: password(),
    /** Prefix of this stack's databases and roles on a shared server. */
    databasePrefix: `commerce_${randomBytes(3).toString('hex')}_`,
    rolePasswords: rolePasswords as Record<DatabaseName, string>,
    /** Key rings, `<key id>:<base64 of 32 bytes>`. */
    encryptionKeys: { auth: keyRing(), webhooks: keyRing() },
    cursorKeys: keyRing(),
  };
}

/** Reads the directory's secrets (file mode 600), created on first use. Throws `StackError` when the file is damaged. */
export async function loadSecrets(file: string): Promise<Secrets> {
  const kept = await readJson<Secrets>(file);
  if (kept !== undefined && databaseNames.every((name) => name in kept.rolePasswords)) return kept;
  const made = newSecrets();
  // A directory of an earlier version lacks the passwords of newer databases.
  const secrets = { ...made, ...kept, rolePasswords: { ...made.rolePasswords, ...kept?.rolePasswords } };
  await writeJson(file, secrets);
  return secrets;
}
