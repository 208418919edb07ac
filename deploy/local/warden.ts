import { endLeftovers } from './pid-files.ts';

// Stands beside the supervisor and holds the other end of a pipe. When the pipe closes, the supervisor is gone, however it
// ended; what it left running (nothing, after a clean stop) is ended here.
const [runDir, owner] = process.argv.slice(2);
if (runDir === undefined || owner === undefined) throw new Error('usage: warden.ts <run directory> <owner>');
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined);
process.stdin.resume();
process.stdin.on('close', () => void endLeftovers(runDir, owner));
