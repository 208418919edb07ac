import { existsSync } from 'node:fs';
import path from 'node:path';
import { workspaceRoot } from '../build/workspace.ts';

const pinned = path.join(workspaceRoot, 'node_modules/node/bin/node');

/** The Node that processes run on: the project's own, which tests may have been started without. */
export const nodeBinary = existsSync(pinned) ? pinned : process.execPath;
