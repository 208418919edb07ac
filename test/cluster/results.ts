import type { TrafficResult } from './traffic-pod.ts';

/** @throws Error when a request failed, or anything is wrong or lost */
export function nothingFailed(result: TrafficResult): void {
  nothingLost(result);
  if (result.failures > 0) throw new Error(`requests failed: ${JSON.stringify(result)}`);
}

/** @throws Error when an answer was wrong, or an effect or an event is missing; requests may have failed */
export function nothingLost(result: TrafficResult): void {
  if (result.wrong.length > 0 || result.missing.length > 0)
    throw new Error(`wrong answers, or lost effects or events: ${JSON.stringify(result)}`);
}

/** @param kinds e.g. `503` @throws Error when a request failed in another way */
export function failedOnlyBy({ failed }: TrafficResult, ...kinds: string[]): void {
  const others = Object.keys(failed).filter((each) => !kinds.some((kind) => each.endsWith(` ${kind}`)));
  if (others.length > 0)
    throw new Error(`requests failed otherwise than by ${kinds.join(', ')}: ${others.join(', ')}`);
}

/** Summary of the traffic for the report. */
export function summaryOf({
  seconds: time,
  requests,
  failures,
  failed,
  longestOutageMs,
  latencyMs,
  writes,
}: TrafficResult): string {
  const errors = failures === 0 ? 'none failed' : `${failures} failed (${JSON.stringify(failed)})`;
  const outage = failures === 0 ? '' : `, longest outage ${(longestOutageMs / 1000).toFixed(1)} s`;
  return `${requests} requests in ${time} s, ${errors}${outage}, p99 ${latencyMs.p99} ms; all of ${writes} adjustments took effect once and were delivered to another app`;
}

/** Elapsed time for the report. @param since in ms since the epoch */
export const seconds = (since: number): string => `${Math.round((Date.now() - since) / 1000)} s`;
