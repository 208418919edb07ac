import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Express } from 'express';
import { problem, PROBLEM_MEDIA_TYPE, type ProblemCode } from '@commerce/public-api/problem.ts';
import { requestIdFrom } from './request-id.ts';

/** A client, or the proxy before us, keeps idle connections for a minute: we keep them a little longer. */
const KEEP_ALIVE_MS = 65_000;
const HEADERS_TIMEOUT_MS = 10_000;
/** How often slow senders are looked for; Node's 30 s would give them three times what they are allowed. */
const SLOW_CHECK_MS = 1_000;
/** During a shutdown: how often connections are closed whose last answer is out. */
const IDLE_CHECK_MS = 50;

/** An HTTP server that also answers what is no HTTP in the one form of errors. */
export class HttpServer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(app: Express, requestTimeoutMs: number, docsUrl: string) {
    this.#server = createServer(
      {
        keepAliveTimeout: KEEP_ALIVE_MS,
        headersTimeout: Math.min(HEADERS_TIMEOUT_MS, requestTimeoutMs),
        requestTimeout: requestTimeoutMs,
        connectionsCheckingInterval: SLOW_CHECK_MS,
        // Node's own refusal has neither a body nor an id.
        requireHostHeader: false,
      },
      (req, res) => {
        const detail = badHeaders(req);
        if (detail !== undefined) return refuseHeaders(req, res, detail, docsUrl);
        app(req, res);
      },
    );
    // What a client expects beyond 100-continue need not be fulfilled (RFC 9110, 10.1.1).
    this.#server.on('checkExpectation', app);
    this.#server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    this.#server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
      refuse(error, socket, docsUrl),
    );
  }

  async listen(host: string, port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, resolve);
    });
    return (this.#server.address() as AddressInfo).port;
  }

  /** Takes no new connections and waits for the requests that run, at most that long. */
  async close(graceMs: number): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    // Node does not count a connection as idle that has never sent anything.
    for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
    const idle = setInterval(() => this.#server.closeIdleConnections(), IDLE_CHECK_MS);
    const timer = setTimeout(() => this.#server.closeAllConnections(), graceMs);
    await closed.finally(() => {
      clearInterval(idle);
      clearTimeout(timer);
    });
  }
}

interface Refusal {
  status: string;
  code: ProblemCode;
  detail: string;
}

const REFUSALS: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'invalid_request',
    detail: 'The headers of the request are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'timeout',
    detail: 'The request did not arrive in time.',
  },
};
const MALFORMED: Refusal = {
  status: '400 Bad Request',
  code: 'invalid_request',
  detail: 'The request is not well-formed HTTP.',
};

/**
 * What is wrong with the headers on which a request is routed and admitted. Two of them can be read differently by two readers,
 * and Node shows only the first: a request of HTTP/1.1 has exactly one Host (RFC 9112, 3.2), and none has two Authorization.
 */
function badHeaders({ rawHeaders, httpVersion }: IncomingMessage): string | undefined {
  let hosts = 0;
  let authorizations = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
    else if (name.length === 13 && name.toLowerCase() === 'authorization') authorizations += 1;
  }
  if (hosts > 1) return 'The request has more than one Host header.';
  if (authorizations > 1) return 'The request has more than one Authorization header.';
  if (hosts === 0 && httpVersion === '1.1') return 'The request has no Host header.';
  return undefined;
}

function refuseHeaders(req: IncomingMessage, res: ServerResponse, detail: string, docsUrl: string): void {
  const { headers, body } = answerOf({ ...MALFORMED, detail }, docsUrl, req.headers['x-request-id']);
  res.writeHead(400, headers).end(body);
}

function refuse(error: NodeJS.ErrnoException, socket: Socket, docsUrl: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const refusal = REFUSALS[error.code ?? ''] ?? MALFORMED;
  const { headers, body } = answerOf(refusal, docsUrl);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${refusal.status}`, ...lines, '', body].join('\r\n'));
}

function answerOf({ status, code, detail }: Refusal, docsUrl: string, givenId?: string | string[]) {
  const requestId = requestIdFrom(givenId);
  const body = JSON.stringify({
    ...problem({ code, detail, requestId, docsUrl }),
    status: Number.parseInt(status, 10),
  });
  const headers = {
    'Content-Type': PROBLEM_MEDIA_TYPE,
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': requestId,
    'X-Content-Type-Options': 'nosniff',
    Connection: 'close',
  };
  return { headers, body };
}
