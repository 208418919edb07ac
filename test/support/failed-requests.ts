import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** A line of a gateway's log. */
interface Line {
  msg?: string;
  status?: number;
  rpc?: string;
  err?: string | { message?: string };
}

/**
 * Server errors that gateways have logged, counted by status, call and cause: they explain failures of tests whose platform is
 * gone.
 * @param folder folder of the logs
 */
export async function failedRequests(folder: string): Promise<string[]> {
  const counts = new Map<string, number>();
  const files = (await readdir(folder)).filter((file) => file.startsWith('gateway'));
  for (const text of await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8'))))
    for (const line of text.split('\n').filter((each) => each.includes('"request failed"'))) {
      const { status, rpc, err } = JSON.parse(line) as Line;
      const cause = typeof err === 'object' ? err.message : err;
      const failure = [status, rpc, cause].filter(Boolean).join(' ');
      counts.set(failure, (counts.get(failure) ?? 0) + 1);
    }
  return [...counts].map(([failure, count]) => `${count} × ${failure}`);
}
