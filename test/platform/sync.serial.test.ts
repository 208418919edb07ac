// covers: gateway, services/auth, services/catalog
import { describe } from 'vitest';
import { testSync } from '../support/sync-race.ts';

describe('a client that follows next_cursor, then polls updated_since = the last updated_at it saw', () => {
  testSync({ changes: 1_000, changesToMiss: 400 });
});
