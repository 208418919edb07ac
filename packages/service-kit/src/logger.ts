import { isSpanContextValid, trace } from '@opentelemetry/api';
import { destination, pino, type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Keys whose values are redacted at any depth of a log line. */
const SECRET = new Set([
  'password',
  'client_secret',
  'token',
  'access_token',
  'refresh_token',
  'code',
  'code_verifier',
  'authorization',
  'cookie',
  'secret',
  'email',
  'phone',
  'document',
]);
const DEPTH = 3;
/** Properties of errors that are logged: none of them has values of a row, as the `detail` of PostgreSQL's errors does. */
const ERROR_FIELDS = ['type', 'message', 'stack', 'code', 'rpc', 'table', 'column', 'constraint'] as const;
const FLUSH_AFTER_MS = 250;
/** Size of the buffer from which it is written, in bytes. */
const BUFFER_BYTES = 12 * 1024;

/**
 * JSON logger of a process. Lines carry the active trace and span id, if any.
 * @param name the process, e.g. `catalog`
 * @param level minimum severity that is written
 */
export function createLogger(name: string, level: string): Logger {
  return pino(
    {
      name,
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: withoutData },
      // The ids are added here, because pino copies each line to add those of a `mixin`.
      formatters: { log: (line) => withTraceIds(redact(line, DEPTH) as Record<string, unknown>) },
    },
    bufferedOutput(),
  );
}

/** Standard output, buffered, because a write per line costs more than formatting it; flushed on exit and 250 ms after a line. */
function bufferedOutput(): DestinationStream & Pick<ReturnType<typeof destination>, 'flush'> {
  const output = destination({ dest: 1, sync: false, minLength: BUFFER_BYTES });
  let isFlushing = false;
  return {
    flush: (done) => output.flush(done),
    write(line) {
      output.write(line);
      if (isFlushing) return;
      isFlushing = true;
      // `periodicFlush` would also wake an idle process.
      setTimeout(() => {
        isFlushing = false;
        output.flush();
      }, FLUSH_AFTER_MS).unref();
    },
  };
}

function withTraceIds(line: Record<string, unknown>): Record<string, unknown> {
  const span = trace.getActiveSpan()?.spanContext();
  return span && isSpanContextValid(span) ? { trace_id: span.traceId, span_id: span.spanId, ...line } : line;
}

/** The fields of an error that are logged; message and stack include those of its causes. */
function withoutData(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const fields = pino.stdSerializers.err(error) as unknown as Record<string, unknown>;
  return Object.fromEntries(ERROR_FIELDS.map((name) => [name, fields[name]]));
}

/**
 * Copy of the line without secrets. pino's path-based redaction took a tenth of the gateway's CPU time for a
 * small response.
 */
function redact(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error || depth === 0) return value;
  let copy: Record<string, unknown> | undefined;
  for (const [key, part] of Object.entries(value)) {
    const shown = SECRET.has(key) ? '[redacted]' : redact(part, depth - 1);
    if (shown !== part) (copy ??= { ...value })[key] = shown;
  }
  return copy ?? value;
}
