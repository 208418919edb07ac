import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { workspaceRoot } from '../build/workspace.ts';
import { processNames, roomOf, type ProcessName } from '../local/services.ts';

/** Who calls a process, and whom it calls. */
export interface Calls {
  callers: string[];
  calls: string[];
}

/** The call graph, by what each service says of its callers. */
export async function callGraph(): Promise<Record<ProcessName, Calls>> {
  const callers = new Map<ProcessName, string[]>();
  for (const name of processNames) {
    const file = path.join(workspaceRoot, roomOf(name), 'src/config.ts');
    const config = (await import(pathToFileURL(file).href)) as { callers?: string[] };
    callers.set(name, (config.callers ?? []).toSorted());
  }
  const callsOf = (name: string) => processNames.filter((other) => callers.get(other)!.includes(name)).toSorted();
  const entries = processNames.map((name) => [name, { callers: callers.get(name)!, calls: callsOf(name) }]);
  return Object.fromEntries(entries) as Record<ProcessName, Calls>;
}
