import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { collectProcessMetrics, counter, durationHistogram } from '../src/metrics.ts';
import { AdminServer } from '../src/process/admin-server.ts';
import { inSpan, startTelemetry, type Span } from '../src/telemetry.ts';
import { startOtlpCollector, type OtlpCollector } from '../src/testing/otlp-collector.ts';

/** The Accept header of Prometheus 3. */
const PROMETHEUS =
  'application/openmetrics-text;version=1.0.0;escaping=allow-utf-8;q=0.5,application/openmetrics-text;version=0.0.1;q=0.4,text/plain;version=1.0.0;escaping=allow-utf-8;q=0.3,text/plain;version=0.0.4;q=0.2,*/*;q=0.1';

const admin = new AdminServer(new Map());
let url: string;
let collector: OtlpCollector;
let traceId: string;
let stopTelemetry: () => Promise<void>;

beforeAll(async () => {
  collector = await startOtlpCollector();
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = collector.endpoint;
  url = `http://127.0.0.1:${await admin.listen('127.0.0.1', 0)}/metrics`;
  collectProcessMetrics('1.2.3');
  counter('tries_total', 'Tries.', []).inc(7);
  const durations = durationHistogram('try_duration_seconds', 'Time to try.', ['route']);
  const observe = (route: string) => async (span?: Span) => {
    durations.observe({ route }, 0.2, span);
    if (span) ({ traceId } = span.spanContext());
  };
  await observe('untraced')();
  stopTelemetry = await startTelemetry(collector.endpoint, { name: 'kit', release: '1.2.3', sampleRatio: 1 });
  await inSpan({ name: 'try', kind: 'server' }, observe('traced'));
  await stopTelemetry();
  stopTelemetry = await startTelemetry(collector.endpoint, { name: 'kit', release: '1.2.3', sampleRatio: 0 });
  await inSpan({ name: 'try', kind: 'server' }, observe('unsampled'));
});
afterAll(async () => {
  await stopTelemetry();
  delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  admin.close();
  await collector.close();
});

async function scrape(accept?: string): Promise<{ type: string; lines: string[] }> {
  const response = await fetch(url, accept === undefined ? {} : { headers: { accept } });
  return { type: response.headers.get('content-type')!, lines: (await response.text()).split('\n') };
}

describe('a scrape in OpenMetrics', () => {
  test('has the trace of a recorded request as the exemplar of its bucket', async () => {
    const { type, lines } = await scrape(PROMETHEUS);
    expect(type).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8');
    const exemplars = lines.filter((line) => /^try_.* # \{/.test(line));
    expect(exemplars).toHaveLength(1);
    expect(exemplars[0]).toMatch(
      /^try_duration_seconds_bucket\{le="0\.25",route="traced"\} 1 # \{trace_id="[0-9a-f]{32}"\} 0\.2 \d+(\.\d+)?$/,
    );
    expect(exemplars[0]).toContain(traceId);
    expect(lines.slice(-2)).toEqual(['# EOF', '']);
  });

  test('names a counter with its suffix in samples only', async () => {
    const { lines } = await scrape(PROMETHEUS);
    expect(lines).toEqual(expect.arrayContaining(['# TYPE tries counter', 'tries_total 7']));
  });
});

describe('a scrape in the text format', () => {
  for (const accept of [undefined, 'text/plain', 'text/plain;q=1,application/openmetrics-text;q=0.5'])
    test(`is the answer to ${accept ?? 'no Accept header'}, without exemplars`, async () => {
      // The format of an earlier scrape does not matter.
      await scrape(PROMETHEUS);
      const { type, lines } = await scrape(accept);
      expect(type).toBe('text/plain; version=0.0.4; charset=utf-8');
      const counted = ['# HELP tries_total Tries.', '# TYPE tries_total counter', 'tries_total 7'];
      expect(lines).toEqual(expect.arrayContaining(counted));
      expect(lines).toContain('try_duration_seconds_bucket{le="0.25",route="traced"} 1');
      expect(lines.filter((line) => / # \{|^# EOF/.test(line))).toEqual([]);
    });
});

test('build_info has the release and the version of Node.js', async () => {
  const { lines } = await scrape();
  expect(lines).toContain(`build_info{version="1.2.3",node_version="${process.version}"} 1`);
});
