import { afterEach, beforeAll, beforeEach } from 'vitest';
import type { Dispatcher } from '../../src/use-cases/deliveries/dispatcher.ts';
import { Engine, type EngineOptions } from './engine.ts';
import { testCa, type TestCa } from '@commerce/service-kit/testing/ca.ts';
import { Receiver } from './receiver.ts';

/** The engine with one dispatcher, and a receiver that it trusts. */
export class Stage {
  engine!: Engine;
  receiver!: Receiver;
  dispatcher!: Dispatcher;

  /** Advances the clock and wakes the dispatcher. */
  advance(byMs: number): void {
    this.engine.nowMs += byMs;
    this.engine.wake();
  }
}

/** Creates a stage for each test. */
export function useStage(options: EngineOptions = {}): Stage {
  const stage = new Stage();
  let ca: TestCa;
  beforeAll(async () => {
    ca = await testCa();
  });
  beforeEach(async () => {
    stage.receiver = await Receiver.start(ca);
    stage.engine = await Engine.create({ ...options, ca: ca.ca });
    stage.dispatcher = stage.engine.startDispatcher();
  });
  afterEach(async () => {
    await stage.engine.close();
    await stage.receiver.stop();
  });
  return stage;
}
