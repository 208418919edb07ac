#!/usr/bin/env node
import yargs from 'yargs';
import { hideBin } from 'yargs/helpers';
import manifest from '../package.json' with { type: 'json' };
import { appCommands } from './commands/apps.ts';
import { callCommand } from './commands/call.ts';
import { eventCommands } from './commands/events.ts';
import { listenCommand } from './commands/listen.ts';
import { logCommands } from './commands/logs.ts';
import { sessionCommands } from './commands/session.ts';
import { storeCommands } from './commands/stores.ts';
import { triggerCommand } from './commands/trigger.ts';
import { CliError, EXIT } from './errors.ts';

const COMMANDS = [
  sessionCommands,
  appCommands,
  storeCommands,
  callCommand,
  listenCommand,
  triggerCommand,
  eventCommands,
  logCommands,
];

const base = yargs(hideBin(process.argv))
  .scriptName('mostrador')
  .usage('$0 <command>\n\nWork on your Mostrador apps from the command line.')
  .version(manifest.version)
  .option('json', { type: 'boolean', default: false, describe: 'Print JSON', global: true })
  .option('developer', { type: 'string', describe: 'Developer account, by name or id', global: true });

const cli = COMMANDS.reduce((line, add) => add(line), base)
  .epilog('Exit codes: 0 done, 1 refused or not reachable, 2 invalid command line, 3 not signed in.')
  .completion('completion', 'Print a script that completes commands in bash or zsh')
  .demandCommand(1, 'Give a command.')
  .strict()
  .wrap(100)
  .fail((message, error) => {
    throw error ?? new CliError(`${message}\nAdd --help to see how the command is used.`, EXIT.usage);
  });

try {
  await cli.parseAsync();
} catch (error) {
  if (!(error instanceof CliError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.exitCode;
}
