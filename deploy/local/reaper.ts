import { endOrphans } from './pid-files.ts';

// Holds the other end of a pipe to the supervisor. When the pipe closes, the supervisor has exited for any reason; the reaper
// then ends the orphans (none, after a clean stop).
const [runDir, owner] = process.argv.slice(2);
if (runDir === undefined || owner === undefined) throw new Error('usage: reaper.ts <run directory> <owner>');
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => undefined);
process.stdin.resume();
process.stdin.on('close', () => void endOrphans(runDir, owner));
