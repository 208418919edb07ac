import * as z from 'zod';
import { enumNames } from '@commerce/proto/enum.ts';
import type { EnumName } from '@commerce/proto/enum.ts';
import type { CashMovement, RegisterSession } from '@commerce/proto/commerce/orders/v1/registers.ts';
import { CashMovementKind } from '@commerce/proto/commerce/orders/v1/values.ts';
import type { Json } from '../json.ts';
import { answers, consoleRoute, pageQuery, type PageOf } from '../route.ts';
import { id, text } from './order-messages.ts';

const base = '/console/api/stores/:store';
const access = { store: 'sell' } as const;

/** Maximum amount of cash, in centavos. */
export const MAX_CASH_CENTAVOS = 1_000_000_000_000;
const cash = z.number().int().min(0).max(MAX_CASH_CENTAVOS);

/** Kinds of movements of cash in a drawer. */
export const CASH_MOVEMENT_KINDS = enumNames(CashMovementKind);

/** Cash register of a shop from its opening to its closing. */
export type RegisterSummary = Json<RegisterSession> & {
  shopName: string;
  /** Null for a person who has left the team, as `closedByName`. */
  openedByName: string | null;
  closedByName: string | null;
};

/** Session with its movements, oldest first. */
export interface RegisterDetail extends RegisterSummary {
  movements: (Pick<CashMovement, 'amountCentavos' | 'reason'> & {
    kind: EnumName<typeof CashMovementKind>;
    byName: string | null;
    at: string;
  })[];
}

/** Open cash register of a shop. */
export interface OpenRegister {
  openedAt: string;
  openedByName: string | null;
  /** Null when another person opened it and the role may not see the registers of others. */
  session: RegisterDetail | null;
}

/** Cash registers: a role without the permission `registers` uses and sees only those that the person opened. */
export const registerRoutes = {
  /** The open session of a shop, or null. */
  current: consoleRoute({
    method: 'GET',
    path: `${base}/register`,
    access,
    query: z.strictObject({ shop: id }),
    answer: answers<{ register: OpenRegister | null }>(),
  }),
  /** Sessions, the last opened first. */
  list: consoleRoute({
    method: 'GET',
    path: `${base}/register-sessions`,
    access,
    query: z.strictObject({ ...pageQuery, shop: id.optional() }),
    answer: answers<PageOf<RegisterSummary>>(),
  }),
  get: consoleRoute({
    method: 'GET',
    path: `${base}/register-sessions/:session`,
    access,
    answer: answers<RegisterDetail>(),
  }),
  /** Opens the register of a shop with the counted cash. 409 `register_open`. */
  open: consoleRoute({
    method: 'POST',
    path: `${base}/register-sessions`,
    access,
    body: z.strictObject({ shopId: id, floatCentavos: cash }),
    answer: answers<{ id: string }>(),
  }),
  /** Records cash put into the drawer or taken out. 409 `register_closed`, `other_opener`, `too_many_movements`. */
  move: consoleRoute({
    method: 'POST',
    path: `${base}/register-sessions/:session/movements`,
    access,
    body: z.strictObject({
      kind: z.enum(CASH_MOVEMENT_KINDS),
      amountCentavos: cash.min(1),
      reason: text(200),
    }),
    answer: answers<{ id: string }>(),
  }),
  /** Closes a session with the counted cash. 409 `register_closed`, `other_opener`. */
  close: consoleRoute({
    method: 'POST',
    path: `${base}/register-sessions/:session/close`,
    access,
    body: z.strictObject({ countedCentavos: cash }),
    answer: answers<{ id: string }>(),
  }),
};
