import { natsPermissionsOf } from '@commerce/service-kit/events/permissions.ts';
import { serviceNames } from '../local/services.ts';
import { declarationsOf } from './call-graph.ts';

/** Configuration of a NATS server with a user for each service; the environment has their public keys. */
export async function natsUsers(): Promise<string> {
  const users: string[] = [];
  for (const name of serviceNames) {
    const { sources = [] } = await declarationsOf(name);
    const { publish, subscribe } = natsPermissionsOf(name, sources);
    users.push(`    {
      nkey: $NATS_USER_${name.toUpperCase()}
      permissions: {
        publish: { allow: ${listOf(publish)} }
        subscribe: { allow: ${listOf(subscribe)} }
      }
    }`);
  }
  return `# Generated from the code by \`pnpm charts:generate\`: the subjects of each service's user.
authorization {
  users: [
${users.join('\n')}
  ]
}
`;
}

const listOf = (subjects: string[]): string =>
  `[\n${subjects.map((subject) => `          ${JSON.stringify(subject)}\n`).join('')}        ]`;
