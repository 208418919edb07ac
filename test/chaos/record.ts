import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { markdownTable, replaceMarked } from '@commerce/deploy/build/marked-tables.ts';
import { MUTANTS } from '../mutants/mutants.ts';
import type { CampaignResult } from './campaign.ts';
import { ORACLES } from './oracles.ts';

/** Writes the tables of docs/reliability.md from the results of the campaigns in `.local/chaos`: `pnpm docs:reliability`. */
const DOCUMENT = 'docs/reliability.md';
const RESULTS = '.local/chaos';

const files = readdirSync(RESULTS).filter((file) => file.endsWith('.json'));
const results = files.map(
  (file) =>
    JSON.parse(readFileSync(path.join(RESULTS, file), 'utf8')) as CampaignResult & { command: string },
);

const total = (of: (result: CampaignResult) => number): number =>
  results.reduce((sum, result) => sum + of(result), 0);

const kinds = [...new Set(results.flatMap(({ faults }) => faults.map(({ kind }) => kind)))].toSorted();
const victims = [
  ...new Set(results.flatMap(({ faults }) => faults.map(({ victim }) => victim.replace(/-\d$/, '')))),
];
const faultRows = victims
  .toSorted()
  .map((victim) => [
    victim,
    ...kinds.map((kind) =>
      total(
        ({ faults }) =>
          faults.filter((each) => each.kind === kind && each.victim.replace(/-\d$/, '') === victim).length,
      ),
    ),
  ]);
const counted = [...new Set(results.flatMap(({ counts }) => Object.keys(counts)))];

const tables: Record<string, string> = {
  runs: markdownTable(
    ['Command', 'Faults', 'Broken promises'],
    results.map(({ command, faults, broken }) => [
      `\`${command}\``,
      faults.length,
      Object.keys(broken).length,
    ]),
  ),
  faults: markdownTable(['Fault in', ...kinds], faultRows),
  load: markdownTable(
    ['Load', 'Number'],
    [
      ...counted.toSorted().map((name) => [name, total(({ counts }) => counts[name] ?? 0)]),
      ['deliveries received', total(({ deliveries }) => deliveries)],
    ],
  ),
  promises: markdownTable(
    ['Promise', 'Runs that kept it'],
    Object.keys(ORACLES).map((promise) => [
      promise,
      `${results.length - total(({ broken }) => (promise in broken ? 1 : 0))} of ${results.length}`,
    ]),
  ),
  mutants: markdownTable(
    ['Mistake', 'Test that notices it'],
    MUTANTS.map(({ name, testFile, test }) => [name, `${test} (\`${testFile}\`)`]),
  ),
};

let text = readFileSync(DOCUMENT, 'utf8');
for (const [name, rows] of Object.entries(tables)) text = replaceMarked(text, `chaos: ${name}`, rows);
writeFileSync(DOCUMENT, text);
execFileSync('node_modules/.bin/oxfmt', [DOCUMENT]);
