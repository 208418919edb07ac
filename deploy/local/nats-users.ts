import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { nkeys } from '@nats-io/transport-node';
import { natsPermissionsOf } from '@commerce/service-kit/events/permissions.ts';
import { declarationsOf } from '../charts/call-graph.ts';
import { serviceNames, type ServiceName } from './services.ts';

/** Address of NATS, and the keys of its users when the stack runs the server. */
export interface NatsAccess {
  url: string;
  /** Files with the seeds of the services' users. */
  keyFiles?: Record<ServiceName, string>;
  /** File with the seed of a user that may do everything, for tests. */
  adminKeyFile?: string;
}

/**
 * Makes a new key for each service's NATS user and for one without restrictions, in a folder.
 * @returns the key files, and the users as a line of the server's configuration
 */
export async function makeNatsUsers(
  folder: string,
): Promise<Omit<Required<NatsAccess>, 'url'> & { config: string }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const users: object[] = [];
  const addUser = async (name: string, permissions: object): Promise<string> => {
    const key = nkeys.createUser();
    users.push({ nkey: key.getPublicKey(), ...permissions });
    const file = path.join(folder, `${name}.nk`);
    await writeFile(file, key.getSeed(), { mode: 0o600 });
    return file;
  };
  const keyFiles: Partial<Record<ServiceName, string>> = {};
  for (const name of serviceNames) {
    const { sources = [] } = await declarationsOf(name);
    const { publish, subscribe } = natsPermissionsOf(name, sources);
    keyFiles[name] = await addUser(name, {
      permissions: { publish: { allow: publish }, subscribe: { allow: subscribe } },
    });
  }
  const adminKeyFile = await addUser('admin', {});
  return {
    keyFiles: keyFiles as Record<ServiceName, string>,
    adminKeyFile,
    config: `authorization { users: ${JSON.stringify(users)} }\n`,
  };
}
