import type { IncomingMessage, ServerResponse } from 'node:http';

/** Answers a request for an image. */
export type Answer = (req: IncomingMessage, res: ServerResponse) => void;

/** Sends a file under a wrong type. */
export const sends =
  (body: Buffer): Answer =>
  (_req, res) =>
    void res.writeHead(200, { 'content-type': 'text/plain' }).end(body);
/** Redirects to another place. */
export const redirects =
  (location: string): Answer =>
  (_req, res) =>
    void res.writeHead(302, { location }).end('elsewhere');

/** Sends as much as the other side reads. */
export function endless(res: ServerResponse): void {
  const chunk = Buffer.alloc(1024 * 1024);
  const write = (): void => {
    while (!res.destroyed && res.write(chunk));
  };
  res.on('drain', write);
  write();
}
