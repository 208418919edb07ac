import DataLoader from 'dataloader';
import type { Database } from '@commerce/service-kit/db/database.ts';
import type { NewAttempt } from '../../store/attempt.ts';
import { deliveryRecordSuccesses } from '../../store/delivery-queue.ts';

const MAX_ATTEMPTS = 50;
/** From this size on a body is not copied into a statement with others, to bound the memory for both. */
const LARGE_BYTES = 32 * 1024;

/** Records successful attempts: those that end while a statement runs are recorded together by the next one. */
export function successRecorder(db: Database): (attempt: NewAttempt) => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const record = async (attempts: readonly NewAttempt[]): Promise<undefined[]> => {
    const recorded = deliveryRecordSuccesses(db, attempts);
    running = recorded.catch(() => undefined);
    await recorded;
    return attempts.map(() => undefined);
  };
  const loader = new DataLoader<NewAttempt, undefined>(record, {
    cache: false,
    maxBatchSize: MAX_ATTEMPTS,
    batchScheduleFn: (send) => void running.then(send),
  });
  return (attempt) =>
    attempt.signed.body.length < LARGE_BYTES ? loader.load(attempt) : deliveryRecordSuccesses(db, [attempt]);
}
