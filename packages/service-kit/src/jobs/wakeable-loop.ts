import { startPause } from './pause.ts';

/** Pauses after the ends of repeated work. */
const MIN_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

/** A background loop that pauses between its rounds until it is woken or stopped. */
export class WakeableLoop {
  #isStopping = false;
  #interrupt: () => void = () => undefined;
  #endRest: () => void = () => undefined;
  #pending = false;
  #running: Promise<void> = Promise.resolve();

  /** Starts the loop. @param run ends once `isStopping` */
  start(run: () => Promise<void>): void {
    this.#running = run();
  }

  /**
   * Starts work that lasts until an error or the stop, and repeats it after each end, with pauses that double and that no wake ends.
   * @param work calls `onProgress` when it works; the next pause is then the shortest again
   */
  startRepeating(work: (onProgress: () => void) => Promise<void>, onError: (error: Error) => void): void {
    this.start(async () => {
      let pauseMs = MIN_PAUSE_MS;
      while (!this.isStopping) {
        try {
          await work(() => (pauseMs = MIN_PAUSE_MS));
        } catch (error) {
          onError(error as Error);
        }
        if (!this.isStopping) await this.#rest(pauseMs);
        pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS);
      }
    });
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Ends the current pause, or skips the next one. */
  wake(): void {
    this.#pending = true;
    this.#interrupt();
  }

  /** Forgets earlier wakes, because the round that begins finds everything that they announced. */
  beginRound(): void {
    this.#pending = false;
  }

  /** Waits until woken or stopped, at most for a time. */
  async pause(ms: number): Promise<void> {
    if (this.#pending || this.isStopping) return;
    const { over, end } = startPause(ms);
    this.#interrupt = end;
    await over;
  }

  /** Waits until stopped, at most for a time. */
  async #rest(ms: number): Promise<void> {
    const { over, end } = startPause(ms);
    this.#endRest = end;
    await over;
  }

  /** Stops the loop and waits for its end. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#interrupt();
    this.#endRest();
    await this.#running;
  }
}
