import { Fault } from './fault.ts';
import { counter, gauge } from './metrics.ts';

const SAMPLE_MS = 100;
/** Weight of the newest sample: one pause hardly counts, a second of pauses does. */
const WEIGHT = 0.2;
/** Limits that a sample counts as at most, so that a single pause, however long, does not exceed the limit. */
const MAX_SAMPLE_LIMITS = 4;

const shed = counter('requests_shed_total', 'Requests refused because the process is overloaded.', [
  'reason',
]);

/** A check for one kind of overload. */
type Signal = () => boolean;

/** Overload detection: an overloaded process refuses new work early instead of answering all of it too late. */
export class Overload {
  readonly #signals = new Map<string, Signal>();

  /** Adds an overload signal. @param reason label of the metric */
  addSignal(reason: string, signal: Signal): void {
    this.#signals.set(reason, signal);
  }

  /** The refusal for a new request, counted as shed; undefined when there is capacity. */
  refusal(): Fault | undefined {
    for (const [reason, isOver] of this.#signals) {
      if (!isOver()) continue;
      shed.inc({ reason });
      return new Fault('unavailable', 'The service is busy at the moment.', {
        cause: `overloaded: ${reason}`,
      });
    }
    return undefined;
  }
}

/**
 * The event-loop delay in ms, smoothed over about a second. A process that was stopped and continues is not overloaded:
 * one pause of any length stays below the limit.
 */
export class EventLoopDelay {
  readonly #limitMs: number;
  #delayMs = 0;
  #expectedAt = performance.now() + SAMPLE_MS;
  readonly #timer = setInterval(() => this.#sample(), SAMPLE_MS).unref();

  /** @param limitMs the delay that is too long */
  constructor(limitMs: number) {
    this.#limitMs = limitMs;
    gauge(
      'event_loop_delay_seconds',
      'Event-loop delay that load shedding is based on.',
      () => this.#delayMs / 1000,
    );
  }

  get isTooLong(): boolean {
    return this.#delayMs > this.#limitMs;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #sample(): void {
    const now = performance.now();
    const late = Math.min(Math.max(0, now - this.#expectedAt), MAX_SAMPLE_LIMITS * this.#limitMs);
    this.#delayMs += WEIGHT * (late - this.#delayMs);
    this.#expectedAt = now + SAMPLE_MS;
  }
}
