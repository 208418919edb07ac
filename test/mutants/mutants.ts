/** A way to break the platform, and the test that must notice. */
export interface Mutant {
  /** The mistake. */
  name: string;
  file: string;
  /** Text that occurs once in the file, and what takes its place. */
  find: string;
  replace: string;
  testFile: string;
  test: string;
}

const KIT = 'packages/service-kit';

/** Mistakes against the promises of docs/reliability.md. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'changes are stamped with the plain time',
    file: `${KIT}/src/db/stamp.ts`,
    find: `greatest(excluded.last_stamp, c.last_stamp + interval '1 millisecond')`,
    replace: 'excluded.last_stamp',
    testFile: 'services/catalog/test/product-change.test.ts',
    test: 'a change is stamped later than every earlier one, even within one millisecond',
  },
  {
    name: 'events leave the outbox before NATS has them',
    file: `${KIT}/src/events/relay.ts`,
    find: '    const byStore = [',
    replace: '    await this.#remove(rows.map(({ id }) => id));\n    const byStore = [',
    testFile: `${KIT}/test/relay.test.ts`,
    test: '600 refused events of a store do not delay other stores and are published when NATS accepts them',
  },
  {
    name: 'an event that was handled is handled again',
    file: `${KIT}/src/events/inbox.ts`,
    find: 'return new Set(rows.map((row) => row.event_id));',
    replace: 'return new Set([...eventIds, ...rows.map((row) => row.event_id)]);',
    testFile: `${KIT}/test/events.test.ts`,
    test: 'a stream that is consumed again from its beginning has no effect twice',
  },
  {
    name: 'admissions are kept for a second',
    file: 'gateway/src/public/admission.ts',
    find: '      return load({ ctx, installationId, generation, claim, standing });',
    replace: `      const kept = standing as Standing & { at?: number; decision?: Promise<Decision> };
      if (kept.decision && Date.now() - kept.at! < 1000) return kept.decision;
      kept.at = Date.now();
      return (kept.decision = load({ ctx, installationId, generation, claim, standing }));`,
    testFile: 'gateway/test/public/admission.test.ts',
    test: 'auth decides about each request: no decision is used for a later one',
  },
  {
    name: 'an app receives its own changes',
    file: 'services/webhooks/src/domain/audience.ts',
    find: `  if (actorAppId !== '' && actorAppId === to.appId) return unsent('own_echo');\n`,
    replace: '',
    testFile: 'services/webhooks/test/audience.test.ts',
    test: 'an ordinary event is sent neither to the app that caused it nor without the read scope',
  },
  {
    name: 'stock items are locked in the order of the request',
    file: 'services/inventory/src/store/stock-item.ts',
    find: `'order by s.shop_id, s.product_id, s.variant_id for update of s'`,
    replace: `'order by array_position($3::text[], s.product_id) for update of s'`,
    testFile: 'services/inventory/test/lock-order.test.ts',
    test: 'stock items are locked in the order of their keys, whatever the order of the request',
  },
  {
    name: 'the idempotency record is written outside of the transaction',
    file: `${KIT}/src/write/writer.ts`,
    find: 'if (!(await writeRecord(tx, owner',
    replace: 'if (!(await writeRecord(this.#deps.db as never, owner',
    testFile: `${KIT}/test/writer.test.ts`,
    test: 'a write whose connection is lost before the commit leaves no record, so the key can run again',
  },
  {
    name: 'a refused write publishes its events',
    file: `${KIT}/src/write/writer.ts`,
    find: '        events.length = 0;\n',
    replace: '',
    testFile: `${KIT}/test/writer.test.ts`,
    test: 'a refused write records the refusal and rolls back the effect',
  },
  {
    name: 'an older version replaces a newer one',
    file: 'services/inventory/src/store/product.ts',
    find: '   where excluded.version > p.version\n',
    replace: '',
    testFile: 'services/inventory/test/events.test.ts',
    test: 'newer versions are projected; a deletion is final and closes the stock',
  },
  {
    name: 'an installation that was revoked is admitted',
    file: 'services/auth/src/domain/admission.ts',
    find: 'if (bucket === undefined) return REFUSED;',
    replace: 'if (bucket === undefined) return { ...REFUSED, verdict: Verdict.ADMITTED };',
    testFile: 'services/auth/test/admission.test.ts',
    test: 'an installation revoked since the previous batch is refused',
  },
  {
    name: 'a statement reads the rows of another store',
    file: 'services/inventory/src/store/reservation.ts',
    find: 'where not exists (select from reservation r where r.store_id = $1 and r.order_id = w.order_id)',
    replace: 'where not exists (select from reservation r where r.order_id = w.order_id)',
    testFile: 'deploy/test/store-binding.test.ts',
    test: 'every table that a statement of a store reads or changes is bound to the store',
  },
  {
    name: 'a retirement does not wait for reservations',
    file: 'services/inventory/src/store/product.ts',
    find: 'where store_id = $1 and id = any($2) order by id for share',
    replace: 'where store_id = $1 and id = any($2) order by id',
    testFile: 'services/inventory/test/retire.test.ts',
    test: 'a retirement waits for a concurrent reservation and sees it',
  },
];
