import { enumName, enumValue } from '@commerce/proto/enum.ts';
import type { CashMovement, RegisterSession } from '@commerce/proto/commerce/orders/v1/registers.ts';
import { CashMovementKind } from '@commerce/proto/commerce/orders/v1/values.ts';
import type {
  RegisterDetail,
  registerRoutes,
  RegisterSummary,
} from '@commerce/console-api/routes/registers.ts';
import { required } from '../../edge/required.ts';
import type { CallContext, HandlersOf } from '../handler.ts';
import { personNames } from '../person-names.ts';
import { toJson } from '../to-json.ts';

type Call = Pick<CallContext, 'ctx' | 'services' | 'session' | 'may'>;

/** The person whose sessions the caller is limited to; undefined for a role that may see all. */
const ownOf = ({ may, session }: Call): string | undefined =>
  may('registers') ? undefined : session!.person.id;

export const registerHandlers: HandlersOf<typeof registerRoutes> = {
  current: async ({ query, ...call }) => {
    const request = { shopId: query.shop };
    const { session, movements } = await call.services.registers.getOpenRegister(call.ctx, request);
    if (session === undefined) return { register: null };
    const { openedBy } = session;
    const own = ownOf(call);
    const isSeen = own === undefined || own === openedBy;
    const detail = isSeen ? await detailOf(call, session, movements) : null;
    const openedByName = (await personNames(call, [openedBy])).get(openedBy) ?? null;
    return {
      register: { openedAt: new Date(session.openedAtMs).toISOString(), openedByName, session: detail },
    };
  },
  list: async ({ query, cursor, ...call }) => {
    const page = await call.services.registers.listRegisterSessions(call.ctx, {
      limit: query.limit,
      pageToken: cursor.open(query.cursor),
      shopId: query.shop,
      openedBy: ownOf(call),
    });
    return { items: await summariesOf(call, page.sessions), nextCursor: cursor.seal(page.nextPageToken) };
  },
  get: async ({ params, ...call }) => {
    const request = { id: params.session, openedBy: ownOf(call) };
    const { session, movements } = await call.services.registers.getRegisterSession(call.ctx, request);
    return detailOf(call, required(session), movements);
  },
  open: async ({ ctx, services, body }) => {
    const { session } = await services.registers.openRegister(ctx, body);
    return { id: required(session).id };
  },
  move: async ({ params, body, ...call }) => {
    const { session } = await call.services.registers.addCashMovement(call.ctx, {
      ...body,
      kind: enumValue(CashMovementKind, body.kind),
      sessionId: params.session,
      openedBy: ownOf(call),
    });
    return { id: required(session).id };
  },
  close: async ({ params, body, ...call }) => {
    const { session } = await call.services.registers.closeRegister(call.ctx, {
      ...body,
      sessionId: params.session,
      openedBy: ownOf(call),
    });
    return { id: required(session).id };
  },
};

async function detailOf(
  call: Call,
  session: RegisterSession,
  movements: readonly CashMovement[],
): Promise<RegisterDetail> {
  const [[summary], names] = await Promise.all([
    summariesOf(call, [session]),
    personNames(
      call,
      movements.map(({ by }) => by),
    ),
  ]);
  return { ...summary!, movements: movements.map((movement) => movementOf(movement, names)) };
}

const movementOf = (
  { kind, by, atMs, amountCentavos, reason }: CashMovement,
  names: ReadonlyMap<string, string>,
): RegisterDetail['movements'][number] => ({
  amountCentavos,
  reason,
  at: new Date(atMs).toISOString(),
  kind: enumName(CashMovementKind, kind),
  byName: names.get(by) ?? null,
});

async function summariesOf(call: Call, sessions: readonly RegisterSession[]): Promise<RegisterSummary[]> {
  const people = sessions.flatMap(({ openedBy, closedBy = '' }) => [openedBy, closedBy]);
  const [{ shops }, names] = await Promise.all([
    call.services.catalog.listShopNames(call.ctx, {}),
    personNames(call, people),
  ]);
  const shopNames = new Map(shops.map(({ id, name }) => [id, name]));
  return sessions.map((session) => ({
    ...toJson(session),
    shopName: shopNames.get(session.shopId) ?? '',
    openedByName: names.get(session.openedBy) ?? null,
    closedByName: names.get(session.closedBy ?? '') ?? null,
  }));
}
