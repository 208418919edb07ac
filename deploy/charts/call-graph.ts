import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import path from 'node:path';
import { allCallers, type Callers } from '@commerce/service-kit/grpc/callers.ts';
import { workspaceRoot } from '../build/workspace.ts';
import { processNames, processDir, type ProcessName } from '../local/services.ts';

/** Callers of a process, and the processes that it calls. */
export interface Calls {
  callers: string[];
  calls: string[];
}

/** Declarations of a process in its callers.ts. */
interface Declarations {
  /** Callers of each method. */
  callers: Callers;
  /** Services whose events it consumes. */
  sources?: readonly string[];
}

/** Reads the declarations of a process; a process without a gRPC server has none. */
export async function declarationsOf(name: ProcessName): Promise<Declarations> {
  const file = path.join(workspaceRoot, processDir(name), 'src/callers.ts');
  return existsSync(file) ? ((await import(pathToFileURL(file).href)) as Declarations) : { callers: {} };
}

/** Derives the call graph from the callers that each service declares for its methods. */
export async function callGraph(): Promise<Record<ProcessName, Calls>> {
  const callers = new Map<ProcessName, string[]>();
  for (const name of processNames) callers.set(name, allCallers((await declarationsOf(name)).callers));
  const callsOf = (name: string) => processNames.filter((other) => callers.get(other)!.includes(name)).toSorted();
  const entries = processNames.map((name) => [name, { callers: callers.get(name)!, calls: callsOf(name) }]);
  return Object.fromEntries(entries) as Record<ProcessName, Calls>;
}
