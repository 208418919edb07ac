import { describe, expect, test } from 'vitest';
import {
  PROBLEM_CODE_NAMES,
  problem,
  problemSchema,
  tooManyRequests,
  tooManyRequestsSchema,
} from '../src/problem.ts';
import { SCOPE_NAMES, SCOPES, isScope } from '../src/scopes.ts';

const from = { detail: 'It failed.', requestId: 'r-1', docsUrl: 'https://commerce.example/docs' };

describe('a problem', () => {
  test('has the fixed shape with the link to the page of its code', () => {
    const details = [{ reason: 'invalid_value', field: 'limit', message: 'Too large.' }];
    expect(JSON.stringify(problem({ ...from, code: 'invalid_request', details }))).toBe(
      '{"type":"https://commerce.example/docs/errors/invalid_request","title":"Invalid request","status":400,' +
        '"code":"invalid_request","detail":"It failed.",' +
        '"details":[{"reason":"invalid_value","field":"limit","message":"Too large."}],"request_id":"r-1"}',
    );
  });

  test.each(PROBLEM_CODE_NAMES)('%s satisfies the schema and always has details', (code) => {
    const body = problem({ ...from, code });
    expect(problemSchema.parse(body).details).toEqual([]);
  });

  test('contains only the three members of a detail', () => {
    const details = [{ reason: 'missing', message: 'Is required.', cause: 'secret' }];
    expect(problem({ ...from, code: 'invalid_request', details }).details).toEqual([
      { reason: 'missing', message: 'Is required.' },
    ]);
  });
});

test('a 429 has the body of the contract', () => {
  expect(tooManyRequestsSchema.parse(tooManyRequests(7))).toEqual({
    error: 'Too many requests',
    retryAfter: 7,
  });
});

describe('scopes', () => {
  test('are the twelve scopes of the decisions in their order', () => {
    expect(SCOPE_NAMES.join(' ')).toBe(
      'read_shops read_products read_prices read_stock read_orders read_customers read_costs ' +
        'write_products write_prices write_stock write_orders write_customers',
    );
  });

  test('are described in one line in English and in Spanish', () => {
    for (const { en, es } of Object.values(SCOPES)) {
      expect(en).toMatch(/^[A-Z].*\.$/);
      expect(es).toMatch(/^[A-Z].*\.$/);
    }
  });

  test('do not include inherited property names', () => {
    expect(isScope('read_costs')).toBe(true);
    expect(isScope('constructor')).toBe(false);
  });
});
