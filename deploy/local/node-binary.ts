import { existsSync } from 'node:fs';
import path from 'node:path';
import { workspaceRoot } from '../build/workspace.ts';

const pinned = path.join(workspaceRoot, 'node_modules/node/bin/node');

/** Node binary of the processes: the project's own, even if tests were started with another one. */
export const nodeBinary = existsSync(pinned) ? pinned : process.execPath;
