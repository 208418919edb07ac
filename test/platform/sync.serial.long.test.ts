import { describe } from 'vitest';
import { testSync } from '../support/sync-race.ts';

describe('sync: follow next_cursor, then poll updated_since = the last updated_at seen', () => {
  testSync({ changes: 10_200, changesToMiss: 2_000 });
});
