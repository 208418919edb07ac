import { Registry } from 'prom-client';
import { registry } from './metrics.ts';

/**
 * The metrics of the process in the format that a scraper prefers.
 * @param accept its Accept header; without one that prefers OpenMetrics, the text format of Prometheus
 */
export async function exposition(accept = ''): Promise<[contentType: string, body: string]> {
  const metrics = await registry.metrics();
  if (prefersOpenMetrics(accept)) return [Registry.OPENMETRICS_CONTENT_TYPE, metrics];
  return [Registry.PROMETHEUS_CONTENT_TYPE, textFormat(metrics)];
}

/** Parameters other than the version, such as the `escaping` of Prometheus 3, do not matter. */
function prefersOpenMetrics(accept: string): boolean {
  const qualityOf = (type: RegExp): number =>
    Math.max(0, ...accept.split(',').map((range) => (type.test(range) ? quality(range) : 0)));
  const openMetrics = qualityOf(/^ *application\/openmetrics-text *(;(?!.*\bversion=(?!1\.0\.0)).*)?$/);
  return openMetrics > 0 && openMetrics >= qualityOf(/^ *text\/plain\b/);
}

const quality = (range: string): number => Number(/; *q=([\d.]+)/.exec(range)?.[1] ?? 1);

/**
 * Metrics in OpenMetrics as the text format, which names a counter with its suffix and has no exemplars. The library
 * cannot write both: once it has written OpenMetrics, it names the counters of the text format without the suffix.
 */
const textFormat = (openMetrics: string): string =>
  openMetrics
    .replaceAll(/^# HELP (\S+) (.*)\n# TYPE \1 counter$/gm, '# HELP $1_total $2\n# TYPE $1_total counter')
    .replaceAll(/ # \{trace_id="[0-9a-f]{32}"\} \S+ \S+$/gm, '')
    .replace(/^# EOF\n$/m, '');
