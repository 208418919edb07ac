import { describe, expect, test } from 'vitest';
import { EVENT_TYPES, RETRY_WAITS_MS } from '@commerce/webhooks/seed.ts';
import { describeWith } from '../../test/support/describe-with.ts';
import { missingCommand } from '../../test/support/tools.ts';
import { page, testVerification } from './webhook-examples.ts';

describe('the code that verifies a signature', async () => {
  testVerification('ts');
  const python = await missingCommand('python3', '--version');
  describeWith('Python 3', python, 'in Python', () => testVerification('python'));
});

test('the page lists every event with its scope, and every wait', () => {
  const rows = [...page.matchAll(/^\| `([a-z_]+(?:\.[a-z_]+)?)` +\|[^|]*\| (\S+) +\|/gm)]
    .map(([, type, scope]) => ({ type, scope: scope!.replaceAll('`', '') }))
    .filter(({ scope }) => scope === 'none' || scope.startsWith('read_'));
  expect(rows).toEqual(EVENT_TYPES.map(({ type, scope = 'none' }) => ({ type, scope })));
  const waits = /^\| Wait +\|(.*)\|$/m
    .exec(page)![1]!
    .split('|')
    .map((wait) => wait.trim());
  const units: Record<string, number> = { s: 1_000, min: 60_000, h: 3_600_000 };
  const inMs = waits.map((wait) => Number(wait.split(' ')[0]) * units[wait.split(' ')[1]!]!);
  expect(inMs).toEqual(RETRY_WAITS_MS);
});
