import { startPause } from './pause.ts';

/** A background loop that pauses between its rounds until it is woken or stopped. */
export class WakeableLoop {
  #isStopping = false;
  #interrupt: () => void = () => undefined;
  #pending = false;
  #running: Promise<void> = Promise.resolve();

  /** Starts the loop. @param run ends once `isStopping` */
  start(run: () => Promise<void>): void {
    this.#running = run();
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

  /** Stops the loop and waits for its end. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#interrupt();
    await this.#running;
  }
}
