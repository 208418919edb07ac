import { sessionRoutes } from '@commerce/console-api/routes/session.ts';
import type { Cli } from '../cli.ts';
import { CliError, EXIT } from '../errors.ts';
import { login } from '../login.ts';
import { print } from '../output.ts';
import { call } from '../platform.ts';
import { readSession, removeSession, saveSession } from '../session-file.ts';

/** `login` and `logout`. */
export const sessionCommands = (cli: Cli): Cli =>
  cli
    .command(
      'login',
      'Sign in with the portal in a browser',
      (args) =>
        args
          .option('url', {
            type: 'string',
            describe: 'Address of the platform',
            default: process.env['MOSTRADOR_URL'],
          })
          .option('browser', {
            type: 'boolean',
            default: true,
            describe: 'Open the browser; --no-browser prints the address only',
          })
          .demandOption('url', 'Give the address of the platform with --url, or in MOSTRADOR_URL.'),
      async ({ url, browser, json }) => {
        if (!URL.canParse(url)) throw new CliError(`${url} is not a URL.`, EXIT.usage);
        const session = await login(new URL(url).origin, browser);
        saveSession(session);
        const { email, developers, expiresAt } = session;
        print(json, { email, developers, expiresAt }, () => [
          `Signed in as ${email} until ${expiresAt.slice(0, 10)}: ${developers.map(({ name }) => name).join(', ')}`,
        ]);
      },
    )
    .command('logout', 'End the session', {}, async () => {
      const session = readSession();
      await call(session, sessionRoutes.signOut, {});
      removeSession();
    });
