import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import { SCOPE_NAMES } from '@commerce/public-api/scopes.ts';
import { verdictOf, type Candidate } from '../src/domain/audience.ts';
import { EVENT_TYPES } from '../src/domain/event-types.ts';

const names = EVENT_TYPES.map(({ type }) => type);
const eventType = fc.constantFrom(...EVENT_TYPES.filter(({ type }) => type !== 'ping'));
const actor = fc.constantFrom('', 'app_own', 'app_other');
const candidate: fc.Arbitrary<Candidate> = fc.record({
  installationId: fc.constant('ins_1'),
  appId: fc.constant('app_own'),
  scopes: fc.subarray([...SCOPE_NAMES]),
  suspended: fc.boolean(),
  closed: fc.boolean(),
  endpoint: fc.option(fc.record({ disabled: fc.boolean(), eventTypes: fc.subarray(names) }), {
    nil: undefined,
  }),
});

describe('verdicts for every installation', () => {
  test('an event is either sent or has a reason for not being sent', () => {
    fc.assert(
      fc.property(eventType, actor, candidate, (event, by, to) => {
        const { deliver, reason } = verdictOf(event, by, to);
        expect(deliver).toBe(reason === undefined);
      }),
    );
  });

  test('the feed of an active endpoint has exactly the sent events, and every sent event is in the feed', () => {
    fc.assert(
      fc.property(eventType, actor, candidate, (event, by, to) => {
        const { deliver, feed } = verdictOf(event, by, to);
        if (to.endpoint?.disabled === false) expect(feed).toBe(deliver);
        if (deliver) expect(feed).toBe(true);
      }),
    );
  });

  test('the feed of a disabled or missing endpoint is that of an active one subscribed to everything', () => {
    fc.assert(
      fc.property(eventType, actor, candidate, (event, by, to) => {
        const everything = { disabled: false, eventTypes: names };
        const best = verdictOf(event, by, { ...to, endpoint: everything });
        const disabled = verdictOf(event, by, { ...to, endpoint: { ...everything, disabled: true } });
        const none = verdictOf(event, by, { ...to, endpoint: undefined });
        expect([disabled.feed, none.feed]).toEqual([best.feed, best.feed]);
      }),
    );
  });

  test('an ordinary event is sent neither to the app that caused it nor without the read scope', () => {
    fc.assert(
      fc.property(eventType, actor, candidate, (event, by, to) => {
        const { deliver, feed } = verdictOf(event, by, to);
        if (event.mandatory || !(deliver || feed)) return;
        expect(by).not.toBe('app_own');
        expect(to.scopes).toContain(event.scope);
        expect(to.closed || to.suspended).toBe(false);
      }),
      // About one case of forty is an event that only the check of the actor keeps from the app.
      { numRuns: 2_000 },
    );
  });

  test('mandatory events are sent to every endpoint until the app is uninstalled, and store.redact after that too', () => {
    fc.assert(
      fc.property(eventType, actor, candidate, (event, by, to) => {
        const { deliver } = verdictOf(event, by, to);
        if (to.closed && event.type !== 'store.redact') expect(deliver).toBe(false);
        else if (event.mandatory) expect(deliver).toBe(to.endpoint !== undefined);
      }),
    );
  });
});
