/**
 * A problem that the user can fix: the message is one plain sentence (what is wrong, what to do), shown
 * without a stack trace.
 */
export class StackError extends Error {}

const sentences: Record<string, string> = {
  ENOSPC: 'The disk is full: free some space and start again.',
  EDQUOT: 'The disk quota is used up: free some space and start again.',
  EMFILE: 'Too many files are open: raise the limit (ulimit -n 4096) and start again.',
};

/** User-facing sentence for any error: that of a `StackError`, a known one for a system error, or the message's first line. */
export function explain(error: unknown): string {
  if (error instanceof StackError) return error.message;
  const { code, path, message } = error as NodeJS.ErrnoException;
  if (code !== undefined && sentences[code] !== undefined) return sentences[code];
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `${path ?? 'A file'} is not writable by this user: change its owner, or choose another directory with --data.`;
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return `${path ?? 'The data directory'} cannot be created, a file is in its way: choose another directory with --data.`;
  return message?.split('\n', 1)[0] ?? String(error);
}
