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

describe('whatever the installation', () => {
  test('an event is either sent or there is a reason why not', () => {
    fc.assert(
      fc.property(eventType, actor, candidate, (event, by, to) => {
        const { deliver, reason } = verdictOf(event, by, to);
        expect(deliver).toBe(reason === undefined);
      }),
    );
  });

  test('with an active endpoint the feed has exactly what is sent, and what is sent is always in the feed', () => {
    fc.assert(
      fc.property(eventType, actor, candidate, (event, by, to) => {
        const { deliver, feed } = verdictOf(event, by, to);
        if (to.endpoint?.disabled === false) expect(feed).toBe(deliver);
        if (deliver) expect(feed).toBe(true);
      }),
    );
  });

  test('a disabled endpoint, or none, changes nothing of the feed but for what nobody subscribed to', () => {
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

  test('nothing but its mandatory events comes back to the app that caused it, or without the read scope', () => {
    fc.assert(
      fc.property(eventType, actor, candidate, (event, by, to) => {
        const { deliver, feed } = verdictOf(event, by, to);
        if (event.mandatory || !(deliver || feed)) return;
        expect(by).not.toBe('app_own');
        expect(to.scopes).toContain(event.scope);
        expect(to.closed || to.suspended).toBe(false);
      }),
    );
  });

  test('mandatory events are sent wherever there is an endpoint, until it is uninstalled; then store.redact alone', () => {
    fc.assert(
      fc.property(eventType, actor, candidate, (event, by, to) => {
        const { deliver } = verdictOf(event, by, to);
        if (to.closed && event.type !== 'store.redact') expect(deliver).toBe(false);
        else if (event.mandatory) expect(deliver).toBe(to.endpoint !== undefined);
      }),
    );
  });
});
