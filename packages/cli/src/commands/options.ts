/** The app of a command. */
export const APP = { type: 'string', describe: 'Id of the app; default: your only one' } as const;

/** The test store of a command. */
export const STORE = { type: 'string', describe: 'Id of the test store; default: your only one' } as const;
