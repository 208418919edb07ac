import { Fault } from '../fault.ts';

const MAX_LENGTH = 500;
/** Built-in errors whose messages name only parts of the program; SyntaxError quotes its input, so it is excluded. */
const BUILT_IN_ERRORS = new Set(['TypeError', 'RangeError', 'ReferenceError']);

/**
 * Description of an error for operators: its kind, the program and schema names in it, and where it was thrown.
 * Values that may be personal data (quoted strings, email addresses, long numbers) are left out.
 */
export function errorText(error: unknown): string {
  return `${summaryOf(error)}${locationOf(error)}`.slice(0, MAX_LENGTH).toWellFormed().replaceAll('\0', '');
}

function summaryOf(error: unknown): string {
  if (error instanceof Fault) {
    const details = error.details.map(({ reason, field }) => (field ? `${reason} ${field}` : reason));
    const cause = error.cause === undefined ? '' : `: ${summaryOf(error.cause)}`;
    return `${[error.code, ...details].join(', ')}${cause}`;
  }
  if (!(error instanceof Error)) return withoutValues(String(error));
  const { code, table, column, constraint } = error as Error & Record<string, unknown>;
  // PostgreSQL's messages quote row values.
  if (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) {
    const named = Object.entries({ table, column, constraint }).filter(([, name]) => name !== undefined);
    return [`SQLSTATE ${code}`, ...named.map(([kind, name]) => `${kind} ${String(name)}`)].join(', ');
  }
  if (BUILT_IN_ERRORS.has(error.name)) return `${error.name}: ${error.message}`;
  return error.name === 'SyntaxError' ? error.name : `${error.name}: ${withoutValues(error.message)}`;
}

const withoutValues = (text: string): string =>
  text
    .replaceAll(/"[^"]*"|'[^']*'|`[^`]*`/g, '[…]')
    .replaceAll(/\S+@\S+/g, '[…]')
    .replaceAll(/\+?\d[\d .-]{4,}\d/g, '[…]');

/** File and line where an error was thrown. */
function locationOf(error: unknown): string {
  const thrown = error instanceof Fault && error.cause instanceof Error ? error.cause : error;
  const stack = thrown instanceof Error ? (thrown.stack ?? '') : '';
  const frame = /\n\s+at ([^\n]+)/.exec(stack)?.[1] ?? '';
  const location = /[^/\\\s(]+:\d+(?=:\d+\)?$)/.exec(frame)?.[0];
  return location === undefined ? '' : ` at ${location}`;
}
