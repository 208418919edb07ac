import type { Argv } from 'yargs';

/** The command line with the options that every command has. */
export type Cli = Argv<{ json: boolean; developer: string | undefined }>;
