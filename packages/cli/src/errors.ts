/** Exit codes, documented in `--help` and in the docs. */
export const EXIT = {
  /** The platform refused the request or cannot be reached. */
  failed: 1,
  /** The command line is invalid. */
  usage: 2,
  /** There is no session, or it has ended: `mostrador login`. */
  signedOut: 3,
} as const;

/** A problem that ends the command, worded for the user. */
export class CliError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT.failed, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}
