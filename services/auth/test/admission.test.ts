import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  RefusalReason,
  Verdict,
  type AdmitResponse_Decision,
} from '@commerce/proto/commerce/auth/v1/admission.ts';
import type { TokenSet } from '@commerce/proto/commerce/auth/v1/oauth.ts';
import type { Plan } from '../src/domain/plan.ts';
import { admit } from '../src/rpc/admit.ts';
import { INSTALLATION_FIND_IN_FORCE } from '../src/store/installation-read.ts';
import { RATE_BUCKET_TAKE } from '../src/store/rate-bucket.ts';
import { AuthFixture } from './support/fixture.ts';

let auth: AuthFixture;
let given: TokenSet;

beforeAll(async () => {
  auth = await AuthFixture.create();
});
afterAll(() => auth.close());
beforeEach(async () => {
  given = await auth.install(await auth.newApp(), await auth.newStore('demo'));
});

const admitted = (decisions: AdmitResponse_Decision[]): number =>
  decisions.filter(({ verdict }) => verdict === Verdict.ADMITTED).length;
const many = (count: number, token = given.accessToken): string[] => Array<string>(count).fill(token);

describe('rate limit of an installation', () => {
  test.each([
    ['demo', 120, 12],
    ['developer', 120, 12],
    ['professional', 600, 60],
    ['enterprise', 3000, 300],
  ] as [Plan, number, number][])(
    'a store of plan %s is limited to %d requests a minute, with a burst of a tenth',
    async (plan, limit, burst) => {
      const { accessToken } = await auth.install(await auth.newApp(), await auth.newStore(plan));
      const decisions = await auth.admit(...many(burst + 1, accessToken));
      expect(admitted(decisions)).toBe(burst);
      expect(decisions[0]).toEqual({
        verdict: Verdict.ADMITTED,
        limit,
        remaining: burst - 1,
        resetMs: Math.ceil(60_000 / limit),
        retryAfterMs: 0,
        refusalReason: RefusalReason.UNSPECIFIED,
      });
      expect(decisions[burst - 1]).toMatchObject({ remaining: 0, resetMs: 6_000 });
      expect(decisions[burst]).toEqual({
        verdict: Verdict.LIMITED,
        limit,
        remaining: 0,
        resetMs: 6_000,
        retryAfterMs: 60_000 / limit,
        refusalReason: RefusalReason.UNSPECIFIED,
      });
      auth.clock.pass(60_000 / limit);
      expect(admitted(await auth.admit(...many(2, accessToken)))).toBe(1);
    },
  );

  test('a batch over the limit admits its first requests, in order', async () => {
    const decisions = await auth.admit(...many(15));
    expect(decisions.map(({ verdict }) => verdict)).toEqual([
      ...Array<number>(12).fill(Verdict.ADMITTED),
      ...Array<number>(3).fill(Verdict.LIMITED),
    ]);
    expect(decisions.slice(0, 12).map(({ remaining }) => remaining)).toEqual([
      11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0,
    ]);
  });

  test('the limit is exact over two replicas under concurrency', async () => {
    const replica = auth.replica();
    const batches = await Promise.all(
      Array.from({ length: 60 }, (_, n) => (n % 2 ? auth : replica).admit(...many(3))),
    );
    expect(admitted(batches.flat())).toBe(12);
    await replica.close();
  });

  test('a client that calls continuously is admitted 120 times a minute after the burst', async () => {
    await auth.admit(...many(12));
    let total = 0;
    for (let n = 0; n < 600; n++) {
      auth.clock.pass(100);
      total += admitted(await auth.admit(...many(3)));
    }
    expect(total).toBe(120);
  });

  test('a client that waits for resetMs when nothing remains is never limited', async () => {
    for (let n = 0; n < 60; n++) {
      const [decision] = await auth.admit(given.accessToken);
      expect(decision!.verdict).toBe(Verdict.ADMITTED);
      if (decision!.remaining === 0) auth.clock.pass(decision!.resetMs);
    }
  });

  test('a clock that goes back adds no tokens', async () => {
    await auth.admit(...many(12));
    auth.clock.pass(-60_000);
    expect(admitted(await auth.admit(given.accessToken))).toBe(0);
    auth.clock.pass(60_000);
    expect(admitted(await auth.admit(given.accessToken))).toBe(0);
  });

  test('each installation has its own limit, even when batches overlap in any order', async () => {
    const others = await Promise.all(
      Array.from({ length: 5 }, async () => auth.install(await auth.newApp(), await auth.newStore('demo'))),
    );
    const all = [given, ...others].map(({ accessToken }) => accessToken);
    const batches = await Promise.all(
      Array.from({ length: 30 }, (_, n) => auth.admit(...(n % 2 ? all : all.toReversed()))),
    );
    expect(admitted(batches.flat())).toBe(all.length * 12);
  });
});

describe('admission of a request', () => {
  test('a request of an unknown installation or another generation is refused and creates no bucket', async () => {
    const { decisions } = await auth.call(admit, {
      items: [
        { installationId: 'ins_unknown', generation: 1 },
        { installationId: given.installationId, generation: 0 },
        { installationId: given.installationId, generation: 1 },
        { installationId: given.installationId, generation: 2 },
      ],
    });
    expect(decisions.map(({ verdict }) => verdict)).toEqual([
      Verdict.REFUSED,
      Verdict.REFUSED,
      Verdict.ADMITTED,
      Verdict.REFUSED,
    ]);
    expect(decisions.map(({ refusalReason }) => refusalReason)).toEqual([
      RefusalReason.UNSPECIFIED,
      RefusalReason.REVOKED,
      RefusalReason.UNSPECIFIED,
      RefusalReason.REVOKED,
    ]);
    const { rows } = await auth.deps.limits.pool.query<{ installation_id: string }>(
      `select installation_id from rate_bucket where installation_id = 'ins_unknown'`,
    );
    expect(rows).toEqual([]);
  });

  test('requests of an older generation in the same batch use no tokens', async () => {
    const items = [0, 1, 0, 1].map((generation) => ({ installationId: given.installationId, generation }));
    const { decisions } = await auth.call(admit, { items });
    expect(decisions.map(({ verdict, remaining }) => [verdict, remaining])).toEqual([
      [Verdict.REFUSED, 0],
      [Verdict.ADMITTED, 11],
      [Verdict.REFUSED, 0],
      [Verdict.ADMITTED, 10],
    ]);
  });

  test('an empty batch gets an empty response', async () => {
    expect(await auth.call(admit, { items: [] })).toEqual({ decisions: [] });
  });

  test('the decision uses indexes only, however many installations exist', async () => {
    const { db: main, limits } = auth.deps;
    const id = given.installationId;
    const statements = [
      [main, INSTALLATION_FIND_IN_FORCE.text, [[id], [1]]],
      [limits, RATE_BUCKET_TAKE.text, [[id], [1], [12], [0.002], auth.clock.nowMs]],
    ] as const;
    for (const [db, text, values] of statements) {
      const connection = await db.pool.connect();
      await connection.query('begin; set local enable_seqscan = off');
      const plan = await connection.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...values]);
      await connection.query('rollback');
      connection.release();
      expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(/Seq Scan/);
    }
  });
});

const setPlan = (plan: Plan) =>
  auth.deps.db.pool.query(
    'update store set plan = $1 from installation i where store.id = i.store_id and i.id = $2',
    [plan, given.installationId],
  );

describe('batch that takes tokens while the state is queried', () => {
  test('an installation revoked since the previous batch is refused', async () => {
    expect(admitted(await auth.admit(given.accessToken))).toBe(1);
    await auth.uninstall(given);
    expect((await auth.admit(given.accessToken))[0]!.verdict).toBe(Verdict.REFUSED);
    expect((await auth.admit(given.accessToken))[0]!.verdict).toBe(Verdict.REFUSED);
  });

  test('a plan changed since the previous batch takes effect at once', async () => {
    await auth.admit(...many(12));
    await setPlan('enterprise');
    const [limited] = await auth.admit(given.accessToken);
    expect(limited).toMatchObject({ verdict: Verdict.LIMITED, limit: 3000, retryAfterMs: 20 });
    auth.clock.pass(60_000);
    expect(admitted(await auth.admit(...many(400)))).toBe(300);
    await setPlan('demo');
    auth.clock.pass(60_000);
    const decisions = await auth.admit(...many(20));
    expect([admitted(decisions), decisions[0]!.limit]).toEqual([12, 120]);
  });

  test('requests of an older generation are not counted', async () => {
    await auth.admit(given.accessToken);
    const items = [0, 1, 0, 1].map((generation) => ({ installationId: given.installationId, generation }));
    const { decisions } = await auth.call(admit, { items });
    expect(decisions.map(({ verdict, remaining }) => [verdict, remaining])).toEqual([
      [Verdict.REFUSED, 0],
      [Verdict.ADMITTED, 10],
      [Verdict.REFUSED, 0],
      [Verdict.ADMITTED, 9],
    ]);
  });
});
