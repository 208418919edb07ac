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
    const openedByName = detail
      ? detail.openedByName
      : ((await personNames(call, [openedBy])).get(openedBy) ?? null);
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
  const names = await namesFor(
    call,
    [session],
    movements.map(({ by }) => by),
  );
  return {
    ...summaryOf(session, names),
    movements: movements.map((movement) => movementOf(movement, names.people)),
  };
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
  const names = await namesFor(call, sessions);
  return sessions.map((session) => summaryOf(session, names));
}

/** Names by id. */
interface Names {
  shops: ReadonlyMap<string, string>;
  people: ReadonlyMap<string, string>;
}

/** Names of the shops, of the people of sessions, and of others. */
async function namesFor(
  call: Call,
  sessions: readonly RegisterSession[],
  others: readonly string[] = [],
): Promise<Names> {
  const ofSessions = sessions.flatMap(({ openedBy, closedBy = '' }) => [openedBy, closedBy]);
  const [{ shops }, people] = await Promise.all([
    call.services.catalog.listShopNames(call.ctx, {}),
    personNames(call, [...ofSessions, ...others]),
  ]);
  return { shops: new Map(shops.map(({ id, name }) => [id, name])), people };
}

const summaryOf = (session: RegisterSession, { shops, people }: Names): RegisterSummary => ({
  ...toJson(session),
  shopName: shops.get(session.shopId) ?? '',
  openedByName: people.get(session.openedBy) ?? null,
  closedByName: people.get(session.closedBy ?? '') ?? null,
});
