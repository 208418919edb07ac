import { createServer, IncomingMessage, ServerResponse, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import type { Express } from 'express';
import { problem, PROBLEM_MEDIA_TYPE, type ProblemCode } from '@commerce/public-api/problem.ts';
import { requestIdFrom } from './request-id.ts';

/** Slightly longer than clients and proxies keep idle connections, which is usually a minute. */
const KEEP_ALIVE_MS = 65_000;
const HEADERS_TIMEOUT_MS = 10_000;
/** Interval of the check for slow senders; Node's default of 30 s would allow them three times the limit. */
const SLOW_CHECK_MS = 1_000;
/** Interval at which a shutdown looks for connections whose last response has been sent. */
const IDLE_CHECK_MS = 50;

/**
 * Time at the start of a shutdown in which requests are still accepted, each the last one of its connection: a client that sends
 * one request after the other would otherwise lose the one that it sends while its connection is closed.
 */
const LAST_REQUESTS_MS = 1_000;

/** HTTP server that answers malformed HTTP with problem+json as well. */
export class HttpServer {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isClosing = false;

  constructor(app: Express, requestTimeoutMs: number, docsUrl: string) {
    this.#server = createServer(
      {
        keepAliveTimeout: KEEP_ALIVE_MS,
        headersTimeout: Math.min(HEADERS_TIMEOUT_MS, requestTimeoutMs),
        requestTimeout: requestTimeoutMs,
        connectionsCheckingInterval: SLOW_CHECK_MS,
        // Node's own rejection has neither a body nor an id.
        requireHostHeader: false,
        ...classesOf(app),
      },
      (req, res) => {
        if (this.#isClosing) res.shouldKeepAlive = false;
        const detail = headerProblem(req);
        if (detail !== undefined) return rejectHeaders(req, res, detail, docsUrl);
        app(req, res);
      },
    );
    // Expectations other than 100-continue may be ignored (RFC 9110, 10.1.1).
    this.#server.on('checkExpectation', app);
    this.#server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
    this.#server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
      rejectMalformed(error, socket, docsUrl),
    );
  }

  async listen(host: string, port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, resolve);
    });
    return (this.#server.address() as AddressInfo).port;
  }

  /** Has clients close their connections, then stops accepting any, and waits for running requests, in all up to `graceMs`. */
  async close(graceMs: number): Promise<void> {
    this.#isClosing = true;
    const timer = setTimeout(() => this.#server.closeAllConnections(), graceMs);
    const until = performance.now() + Math.min(LAST_REQUESTS_MS, graceMs);
    while (this.#sockets.size > 0 && performance.now() < until) await sleep(IDLE_CHECK_MS);
    // A busy process has not read all that has arrived: one turn of the event loop accepts connections, the next reads from them.
    await turn();
    await turn();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    // Node does not count a connection that has never sent anything as idle.
    for (const socket of this.#sockets) if (socket.bytesRead === 0) socket.destroy();
    const closeIdle = () => this.#server.closeIdleConnections();
    const idle = setInterval(() => setImmediate(closeIdle), IDLE_CHECK_MS);
    await closed.finally(() => {
      clearInterval(idle);
      clearTimeout(timer);
    });
  }
}

/**
 * Classes of requests and responses that are created as those of the application. Express sets their prototypes otherwise, for each
 * request, which costs a tenth of what Node.js and Express take together.
 */
function classesOf(app: Express) {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  app.request = Object.setPrototypeOf(AppRequest.prototype, app.request) as Express['request'];
  app.response = Object.setPrototypeOf(AppResponse.prototype, app.response) as Express['response'];
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}

interface Rejection {
  status: string;
  code: ProblemCode;
  detail: string;
}

const REJECTIONS: Record<string, Rejection> = {
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    code: 'invalid_request',
    detail: 'The request headers are too large.',
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    code: 'timeout',
    detail: 'The request did not arrive in time.',
  },
};
const MALFORMED: Rejection = {
  status: '400 Bad Request',
  code: 'invalid_request',
  detail: 'The request is not valid HTTP.',
};

/**
 * Problem with the headers that route and authenticate a request, if any. Node shows only the first of a repeated header,
 * while a proxy may read another: an HTTP/1.1 request has exactly one Host (RFC 9112, 3.2), and none has two Authorization.
 */
function headerProblem({ rawHeaders, httpVersion }: IncomingMessage): string | undefined {
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

function rejectHeaders(req: IncomingMessage, res: ServerResponse, detail: string, docsUrl: string): void {
  const { headers, body } = responseOf({ ...MALFORMED, detail }, docsUrl, req.headers['x-request-id']);
  res.writeHead(400, headers).end(body);
}

function rejectMalformed(error: NodeJS.ErrnoException, socket: Socket, docsUrl: string): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const rejection = REJECTIONS[error.code ?? ''] ?? MALFORMED;
  const { headers, body } = responseOf(rejection, docsUrl);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${rejection.status}`, ...lines, '', body].join('\r\n'));
}

function responseOf({ status, code, detail }: Rejection, docsUrl: string, requestedId?: string | string[]) {
  const requestId = requestIdFrom(requestedId);
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
