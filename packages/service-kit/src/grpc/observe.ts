import { status } from '@grpc/grpc-js';
import { FAILURES, FAULT_STATUS, type FaultCode } from '../fault.ts';
import { counter, durationHistogram } from '../metrics.ts';
import { failSpan, type Span, type SpanOptions } from '../telemetry.ts';

const LABELS = ['method', 'code'];
const durations = {
  server: durationHistogram('rpc_server_duration_seconds', 'Time to answer a gRPC call.', LABELS),
  client: durationHistogram('rpc_client_duration_seconds', 'Time a gRPC call took its caller.', LABELS),
};
// Without labels, so that it exists from the start: an alert does not see the first of a series that begins at 1.
const refusedCallers = counter(
  'rpc_callers_refused_total',
  'Calls refused because the caller may not make them.',
  [],
);
/** Side of a call. */
export type Side = keyof typeof durations;

/** Span of the calls of a method. @param method `package.Service/Method` */
export const rpcSpan = (side: Side, method: string): SpanOptions => ({
  name: method,
  kind: side,
  attributes: { 'rpc.system.name': 'grpc', 'rpc.method': method },
});

/**
 * Records the end of a call in the metrics, and in its span, if one is recorded.
 * @param code code of the Fault, or `OK`
 */
export function observeRpc(
  side: Side,
  method: string,
  code: FaultCode | 'OK',
  startedAt: number,
  span?: Span,
): void {
  observeDuration(side, method, code, startedAt, span);
  if (span === undefined) return;
  span.setAttribute('rpc.status_code', code === 'OK' ? code : status[FAULT_STATUS[code]]);
  if (side === 'server' && FAILURES.has(code)) failSpan(span, code);
}

/** Records a call that was refused before it was handled. */
export function observeRefusedRpc(method: string, code: 'refused_caller' | 'shed', startedAt: number): void {
  if (code === 'refused_caller') refusedCallers.inc();
  observeDuration('server', method, code, startedAt);
}

function observeDuration(side: Side, method: string, code: string, startedAt: number, span?: Span): void {
  durations[side].observe({ method, code }, (performance.now() - startedAt) / 1000, span);
}
