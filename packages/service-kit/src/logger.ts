import { isSpanContextValid, trace } from '@opentelemetry/api';
import { destination, pino, type Logger } from 'pino';

export type { Logger } from 'pino';

/** Paths whose values never reach a log line, at the top or one level down. */
const REDACTED = [
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
];

/**
 * JSON logger of a process. Lines carry the trace and span id where there is one.
 * @param name the process, e.g. `catalog`
 * @param level least severe level written
 */
export function createLogger(name: string, level: string): Logger {
  return pino(
    {
      name,
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: REDACTED.flatMap((key) => [key, `*.${key}`]), censor: '[redacted]' },
      mixin: traceIds,
    },
    // Buffered, because a write per request costs more than the rest of the line; flushed on exit and every 250 ms.
    destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 250 }),
  );
}

function traceIds(): object {
  const span = trace.getActiveSpan()?.spanContext();
  return span && isSpanContextValid(span) ? { trace_id: span.traceId, span_id: span.spanId } : {};
}
