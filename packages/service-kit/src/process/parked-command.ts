import { Fault } from '../fault.ts';
import type { ParkedEventFilter } from '../events/parked-event-store.ts';
import type { ParkedEvents } from '../events/parked-events.ts';

const USAGE = 'usage: main.js parked list | replay <event id> | replay --all';
const EX_USAGE = 64;
const PAGE = 100;

const EVERY: ParkedEventFilter = { type: '', error: '', failedSinceMs: undefined, failedBeforeMs: undefined };

/**
 * Lists or replays the parked events of a service: `main.js parked …`.
 * @returns the exit code: 1 when a replayed event stays parked
 */
export async function parkedCommand(
  parked: ParkedEvents | undefined,
  [verb, argument, ...rest]: string[],
  print: (line: string) => void,
): Promise<number> {
  if (parked === undefined) throw new Error('This process consumes no events.');
  if (rest.length === 0 && verb === 'list' && argument === undefined) return list(parked, print);
  if (rest.length === 0 && verb === 'replay' && argument === '--all') return replayAll(parked, print);
  if (rest.length === 0 && verb === 'replay' && argument !== undefined && !argument.startsWith('-'))
    return replayOne(parked, argument, print);
  print(USAGE);
  return EX_USAGE;
}

async function list(parked: ParkedEvents, print: (line: string) => void): Promise<number> {
  print(['event_id', 'source', 'type', 'store_id', 'attempts', 'last_failed_at', 'error'].join('\t'));
  for (let after: { lastFailedAtMs: number; eventId: string } | undefined; ;) {
    const events = await parked.list(EVERY, after, PAGE);
    for (const { eventId, source, type, storeId, attempts, lastFailedAt, error } of events)
      print([eventId, source, type, storeId, attempts, lastFailedAt.toISOString(), error].join('\t'));
    const last = events.at(-1);
    if (last === undefined || events.length < PAGE) return 0;
    after = { lastFailedAtMs: last.lastFailedAt.getTime(), eventId: last.eventId };
  }
}

async function replayOne(
  parked: ParkedEvents,
  eventId: string,
  print: (line: string) => void,
): Promise<number> {
  try {
    const error = await parked.replay(eventId);
    print(resultLine(eventId, error));
    return error === undefined ? 0 : 1;
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'not_found') throw error;
    print(`${eventId}\tnot found\tNo event with this id is parked in this service.`);
    return 1;
  }
}

async function replayAll(parked: ParkedEvents, print: (line: string) => void): Promise<number> {
  const { replayed, failed } = await parked.replayAll(EVERY, Infinity, (eventId, error) =>
    print(resultLine(eventId, error)),
  );
  print(`${replayed} replayed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

const resultLine = (eventId: string, error: string | undefined): string =>
  error === undefined ? `${eventId}\treplayed` : `${eventId}\tfailed\t${error}`;
