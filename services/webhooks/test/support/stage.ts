import { afterEach, beforeAll, beforeEach } from 'vitest';
import type { Dispatcher } from '../../src/delivery/dispatcher.ts';
import { Engine } from './engine.ts';
import { Receiver, testCa, type TestCa } from './receiver.ts';

/** The engine with one worker, and one app's receiver, which it trusts. */
export class Stage {
  engine!: Engine;
  receiver!: Receiver;
  dispatcher!: Dispatcher;

  /** Lets the time go on and the worker look. */
  goOn(byMs: number): void {
    this.engine.nowMs += byMs;
    this.dispatcher.wake();
  }
}

/** A stage that is new for each test. */
export function useStage(): Stage {
  const stage = new Stage();
  let ca: TestCa;
  beforeAll(async () => {
    ca = await testCa();
  });
  beforeEach(async () => {
    stage.receiver = await Receiver.start(ca);
    stage.engine = await Engine.create({ ca: ca.ca });
    stage.dispatcher = stage.engine.startDispatcher();
  });
  afterEach(async () => {
    await stage.engine.close();
    await stage.receiver.stop();
  });
  return stage;
}
