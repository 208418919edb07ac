import { styleText } from 'node:util';
import { processNames } from './services.ts';

const colors = ['cyan', 'yellow', 'green', 'magenta', 'blue', 'cyanBright', 'yellowBright', 'white'] as const;
const width = Math.max(...processNames.map((name) => name.length)) + 2;
const levels: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
};
// Fields of every line that are not needed at a terminal.
const omitted = new Set(['level', 'time', 'msg', 'pid', 'hostname', 'name', 'service']);

/**
 * Formats a process's log line: prefixed with its name and, if `pretty`, in color with pino's JSON expanded.
 */
export function showLine(name: string, line: string, pretty: boolean): string {
  const label = `${name.padEnd(width)}|`;
  if (!pretty) return `${label} ${line}`;
  const index = processNames.findIndex((each) => name.startsWith(each));
  return `${styleText(colors[index] ?? 'white', label)} ${expand(line)}`;
}

function expand(line: string): string {
  let entry: Record<string, unknown>;
  try {
    entry = JSON.parse(line) as Record<string, unknown>;
  } catch {
    return line;
  }
  const { level, msg = '' } = entry as { level?: number; msg?: string };
  const fields = Object.entries(entry).filter(([key]) => !omitted.has(key));
  const facts = fields.map(
    ([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const text = `${(levels[level ?? 30] ?? '').padEnd(5)} ${msg} ${styleText('gray', facts.join(' '))}`;
  return (level ?? 30) >= 40 ? styleText('red', text) : text;
}
