import { expect, test } from 'vitest';
import { documentedCommands } from '../charts/documented-commands.ts';

const INSTALL = 'helm install commerce charts/commerce-platform -f values.yaml';

test.each([
  ['in a block', `\`\`\`\n${INSTALL}\n\`\`\``, INSTALL],
  ['in a sentence', `Run \`${INSTALL}\`: it prints the status.`, INSTALL],
  ['over two lines', INSTALL.replace(' -f', ' \\\n  -f'), INSTALL],
  ['in a comment of YAML', `#   ${INSTALL}\nglobal:`, INSTALL],
  ['with a comment after it', `${INSTALL}  # once`, INSTALL],
  [
    'with --install',
    'helm upgrade --install a charts/service -f b',
    'helm upgrade --install a charts/service -f b',
  ],
  [
    'of a registry',
    'helm upgrade a oci://registry.example.com/b/charts/service --version 1',
    'helm upgrade a oci://registry.example.com/b/charts/service --version 1',
  ],
])('a command that installs a chart is found %s', (_, text, command) => {
  expect(documentedCommands(text)).toEqual([command]);
});

test("other projects' charts and other commands are left out", () => {
  expect(
    documentedCommands('helm install commerce-nats nats --repo https://a/charts\nhelm rollback commerce'),
  ).toEqual([]);
});
