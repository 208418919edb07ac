import { createHash, createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';
import { Fault, invalid, type FaultDetail } from '@commerce/service-kit/fault.ts';

const VERSION = 1;
const FILTER_BYTES = 8;
const MAC_BYTES = 16;
const MAX_LENGTH = 1_000;
const MISMATCH = 'cursor_filter_mismatch';

/** Converts a service's page tokens to public cursors and back, for one list of one store with one set of filters. */
export interface CursorBox {
  /**
   * Page token in a cursor; empty for the first page.
   * @throws Fault `invalid_cursor` for a changed or foreign cursor, `cursor_filter_mismatch` for one of other filters
   */
  open(cursor: string | undefined): Buffer;
  /** Cursor of a page token; null after the last page. */
  seal(pageToken: Uint8Array): string | null;
}

/** Request properties that a cursor is bound to. */
export interface CursorScope {
  storeId: string;
  operation: string;
  /** Validated query without limit and cursor. */
  filters: Record<string, unknown>;
}

/**
 * Cursors are authenticated, not secret: version, digest of the filters, page token, and an HMAC over these and the
 * store. The newest key signs; every key verifies.
 */
export function cursorBox(keys: KeyObject[], scope: CursorScope): CursorBox {
  return {
    seal: (pageToken) => (pageToken.length === 0 ? null : seal(keys[0]!, scope, pageToken)),
    open: (cursor) => (cursor === undefined ? Buffer.alloc(0) : open(keys, scope, cursor)),
  };
}

/** Finds the problem with the cursor of a rejected request; `filters` are undefined if they cannot be parsed. */
export type CheckCursor = (cursor: string, filters?: Record<string, unknown>) => FaultDetail | undefined;

/** Checks the cursors of a list. */
export const cursorCheck =
  (keys: KeyObject[], scope: Omit<CursorScope, 'filters'>): CheckCursor =>
  (cursor, filters) => {
    try {
      open(keys, { ...scope, filters: filters ?? {} }, cursor);
    } catch (error) {
      const [detail] = error instanceof Fault ? error.details : [];
      return filters === undefined && detail?.reason === MISMATCH ? undefined : detail;
    }
    return undefined;
  };

function seal(key: KeyObject, scope: CursorScope, pageToken: Uint8Array): string {
  const payload = Buffer.concat([Buffer.of(VERSION), filterDigest(scope), pageToken]);
  return Buffer.concat([payload, mac(key, scope, payload)]).toString('base64url');
}

function open(keys: KeyObject[], scope: CursorScope, cursor: string): Buffer {
  const bytes = cursor.length <= MAX_LENGTH ? Buffer.from(cursor, 'base64url') : Buffer.alloc(0);
  // Decoding is lenient; a cursor must be exactly as issued.
  if (bytes.length <= 1 + FILTER_BYTES + MAC_BYTES || bytes.toString('base64url') !== cursor)
    throw badCursor();
  const payload = bytes.subarray(0, -MAC_BYTES);
  const actual = bytes.subarray(-MAC_BYTES);
  if (!keys.some((key) => timingSafeEqual(mac(key, scope, payload), actual)) || payload[0] !== VERSION)
    throw badCursor();
  if (!filterDigest(scope).equals(payload.subarray(1, 1 + FILTER_BYTES))) {
    throw invalid('cursor', 'The cursor belongs to a request with different filters.', MISMATCH);
  }
  return payload.subarray(1 + FILTER_BYTES);
}

function badCursor() {
  return invalid('cursor', 'The cursor was not issued for this list.', 'invalid_cursor');
}

function mac(key: KeyObject, { storeId, operation }: CursorScope, payload: Buffer): Buffer {
  return createHmac('sha256', key)
    .update(`${storeId}\n${operation}\n`)
    .update(payload)
    .digest()
    .subarray(0, MAC_BYTES);
}

function filterDigest({ filters }: CursorScope): Buffer {
  const canonical = JSON.stringify(
    Object.entries(filters)
      .filter(([, value]) => value !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
  return createHash('sha256').update(canonical).digest().subarray(0, FILTER_BYTES);
}
