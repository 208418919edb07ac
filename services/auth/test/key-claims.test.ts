import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Verdict, type AdmitResponse_Decision } from '@commerce/proto/commerce/auth/v1/admission.ts';
import type { TokenSet } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import { sha256 } from '@commerce/service-kit/crypto/hash.ts';
import { removeExpiredJob } from '../src/jobs/remove-expired.ts';
import { admit } from '../src/rpc/admit.ts';
import { recordRefusal } from '../src/rpc/record-refusal.ts';
import { KEY_CLAIM_UPSERT } from '../src/store/key-claim.ts';
import { AuthFixture } from './support/fixture.ts';

const { ADMITTED, KEY_CONFLICT, LIMITED, REFUSED } = Verdict;
const DAY = 24 * 3_600_000;
let auth: AuthFixture;
let given: TokenSet;

beforeAll(async () => {
  auth = await AuthFixture.create();
});
afterAll(() => auth.close());
beforeEach(async () => {
  given = await auth.install(await auth.newApp(), await auth.newStore('enterprise'));
  await auth.deps.limits.pool.query('truncate key_claim');
});

/** A request with a key and a body. */
const using = (key: string, body: string, { installationId } = given, generation = 1) => ({
  installationId,
  generation,
  claim: { key, fingerprint: sha256(body) },
});
const ask = async (items: ReturnType<typeof using>[], on = auth): Promise<AdmitResponse_Decision[]> =>
  (await on.call(admit, { items })).decisions;
const verdicts = async (...request: Parameters<typeof ask>) =>
  (await ask(...request)).map(({ verdict }) => verdict);
const claims = async (): Promise<number> =>
  (await auth.deps.limits.pool.query('select 1 from key_claim')).rows.length;

describe('idempotency key', () => {
  test('a key belongs to the first request that uses it', async () => {
    expect(await verdicts([using('k', 'a')])).toEqual([ADMITTED]);
    expect(await verdicts([using('k', 'a')])).toEqual([ADMITTED]);
    expect(await verdicts([using('k', 'b')])).toEqual([KEY_CONFLICT]);
    expect(await verdicts([using('l', 'b'), using('k', 'a'), using('k', 'b')])).toEqual([
      ADMITTED,
      ADMITTED,
      KEY_CONFLICT,
    ]);
  });

  test('a key belongs to the first request within a batch', async () => {
    const batch = [using('k', 'b'), using('l', 'x'), using('k', 'a'), using('k', 'b')];
    expect(await verdicts(batch)).toEqual([ADMITTED, ADMITTED, KEY_CONFLICT, ADMITTED]);
    expect(await verdicts([using('k', 'a')])).toEqual([KEY_CONFLICT]);
  });

  test('each installation has its own keys', async () => {
    const other = await auth.install(await auth.newApp(), await auth.newStore());
    expect(await verdicts([using('k', 'a'), using('k', 'b', other)])).toEqual([ADMITTED, ADMITTED]);
  });

  test('a request with a used key counts against the limit', async () => {
    const [first] = await ask([using('k', 'a')]);
    const [second] = await ask([using('k', 'b')]);
    expect(second).toEqual({
      ...first,
      verdict: KEY_CONFLICT,
      remaining: first!.remaining - 1,
      resetMs: first!.resetMs + 20,
    });
  });

  test('a key is free again after 24 hours, not before', async () => {
    await ask([using('k', 'a')]);
    auth.clock.pass(DAY - 1);
    // Being used again does not keep it.
    expect(await verdicts([using('k', 'a'), using('k', 'b')])).toEqual([ADMITTED, KEY_CONFLICT]);
    auth.clock.pass(1);
    expect(await verdicts([using('k', 'b'), using('k', 'a')])).toEqual([ADMITTED, KEY_CONFLICT]);
  });

  test('concurrent requests on two replicas, in any order, claim a key once', async () => {
    const replica = auth.replica();
    for (const expired of [false, true]) {
      if (expired) auth.clock.pass(DAY);
      const answers = await Promise.all(
        Array.from({ length: 24 }, (_, n) => {
          const batch = ['k', 'l', 'm'].map((key) => using(key, `${n % 3}`));
          return verdicts(n % 2 ? batch : batch.toReversed(), n % 4 < 2 ? auth : replica);
        }),
      );
      for (const at of [0, 1, 2]) {
        const admitted = answers.flatMap((answer, n) =>
          answer[n % 2 ? at : 2 - at] === ADMITTED ? [n % 3] : [],
        );
        expect([new Set(admitted).size, admitted.length]).toEqual([1, 8]);
      }
    }
    await replica.close();
  });

  test('a refused or limited request does not claim a key', async () => {
    const small = await auth.install(await auth.newApp(), await auth.newStore('demo'));
    expect(await verdicts([using('k', 'a', given, 7)])).toEqual([REFUSED]);
    const burst = Array.from({ length: 13 }, (_, n) => using(n < 12 ? 'first' : 'last', 'a', small));
    expect((await verdicts(burst)).at(-1)).toBe(LIMITED);
    expect(await claims()).toBe(1);
  });

  test('the job removes expired keys and no others', async () => {
    await ask([using('k', 'a')]);
    auth.clock.pass(1_000);
    await ask([using('l', 'a')]);
    auth.clock.pass(DAY - 1_000);
    await removeExpiredJob(auth.deps).run();
    expect(await claims()).toBe(1);
    expect(await verdicts([using('l', 'b')])).toEqual([KEY_CONFLICT]);
  });
});

const refusal = (requestId: string) => ({
  code: 'invalid_request',
  message: 'The request is not valid.',
  details: [{ reason: 'unknown_field', field: 'a\0', message: 'This field is not known here.' }],
  presentation: JSON.stringify({ requestId }),
});
const record = ({ installationId, claim }: ReturnType<typeof using>, requestId: string, on = auth) =>
  on.call(recordRefusal, { installationId, claim, refusal: refusal(requestId) });

describe('refusal of a keyed write', () => {
  test('the refusal is returned to the same request from then on; other requests conflict', async () => {
    const [before] = await ask([using('k', 'a')]);
    expect(before!.refusal).toBeUndefined();
    expect(await record(using('k', 'a'), 'r1')).toEqual({ earlier: undefined });
    const replica = auth.replica();
    const [again, other] = await ask([using('k', 'a'), using('k', 'b')], replica);
    expect([again!.verdict, again!.refusal]).toEqual([ADMITTED, refusal('r1')]);
    expect([other!.verdict, other!.refusal]).toEqual([KEY_CONFLICT, undefined]);
    await replica.close();
  });

  test('of concurrent refusals the first one stored is kept', async () => {
    await ask([using('k', 'a')]);
    const earlier = await Promise.all(
      Array.from({ length: 12 }, async (_, n) => (await record(using('k', 'a'), `r${n}`)).earlier),
    );
    const [stored] = await ask([using('k', 'a')]);
    expect(earlier.filter((each) => each === undefined)).toHaveLength(1);
    expect(earlier[Number(/r(\d+)/.exec(stored!.refusal!.presentation)![1])]).toBeUndefined();
    for (const each of earlier) if (each !== undefined) expect(each).toEqual(stored!.refusal);
  });

  test('a refusal does not change a key that belongs to another request', async () => {
    await ask([using('k', 'a')]);
    expect(await record(using('k', 'b'), 'r1')).toEqual({ earlier: undefined });
    const [own] = await ask([using('k', 'a')]);
    expect([own!.verdict, own!.refusal]).toEqual([ADMITTED, undefined]);
  });

  test('a refusal is stored with a key whose claim was lost', async () => {
    expect(await record(using('k', 'a'), 'r1')).toEqual({ earlier: undefined });
    expect((await ask([using('k', 'a')]))[0]!.refusal).toEqual(refusal('r1'));
  });

  test('a refusal is forgotten with its key, after 24 hours', async () => {
    await ask([using('k', 'a')]);
    await record(using('k', 'a'), 'r1');
    auth.clock.pass(DAY);
    expect((await ask([using('k', 'a')]))[0]!.refusal).toBeUndefined();
  });
});

test('a request without a key claims none', async () => {
  const { installationId } = given;
  const items = [{ installationId, generation: 1 }, using('k', 'a')];
  expect((await auth.call(admit, { items })).decisions.map(({ remaining }) => remaining)).toEqual([299, 298]);
  await auth.call(admit, { items: [{ installationId, generation: 1 }] });
  expect(await claims()).toBe(1);
});

test('a key is found by its hash, however many keys exist', async () => {
  const { pool } = auth.deps.limits;
  const plan = await pool.query<{ 'QUERY PLAN': string }>(`explain ${KEY_CLAIM_UPSERT.text}`, [
    [sha256('k')],
    [sha256('a')],
    new Date(),
    new Date(),
  ]);
  const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(text).toContain('Conflict Arbiter Indexes: key_claim_pkey');
  expect(text).not.toMatch(/Seq Scan/);
});
