import { InstallationStatus } from '@commerce/proto/commerce/auth/v1/apps.ts';
import type { Event } from '@commerce/proto/commerce/common/v1/event.ts';
import type {
  SendTestEventRequest,
  SendTestEventResponse,
} from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import { childContext, storeOf, type Context } from '@commerce/service-kit/context.ts';
import { conflict, invalid, notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { currentTraceparent } from '@commerce/service-kit/telemetry.ts';
import type { Deps } from '../deps.ts';
import { appSuspended } from '../domain/app-suspension.ts';
import { eventTypeOf } from '../domain/event-types.ts';
import { isTestable, testedKind, testEventOf, type TestEvent } from '../domain/test-event.ts';
import { deliveryInsertMany } from '../store/delivery.ts';
import { endpointListSubscriptions } from '../store/endpoint.ts';
import { eventInsert } from '../store/event.ts';

type Installation = Awaited<ReturnType<Deps['clients']['listInstallations']>>[number];

export const sendTestEvent =
  (deps: Deps): Handler<SendTestEventRequest, SendTestEventResponse> =>
  async (ctx, { appId, type }) => {
    if (!isTestable(type)) throw invalid('type', 'No event of this type can be sent as a test.');
    const storeId = storeOf(ctx);
    const installation = await requireInstallation(deps, ctx, appId, type);
    const nowMs = deps.clock.now();
    const [day, testEvent] = await Promise.all([
      deps.partitions.ensure(nowMs),
      buildTestEvent(deps, ctx, { type, installation, nowMs }),
    ]);
    const event = eventOf(ctx, type, testEvent, nowMs);
    const delivery = {
      id: newId('dlv'),
      appId,
      installationId: installation.installationId,
      eventId: event.id,
      eventDay: day,
      type,
      seesCosts: installation.scopes.includes('read_costs'),
      isTest: true,
    };
    await deps.writer.change(ctx, async (unit) => {
      const endpoint = (await endpointListSubscriptions(unit, [appId])).get(appId);
      if (endpoint === undefined) throw notFound();
      if (endpoint.disabled)
        throw conflict('webhook_disabled', 'The endpoint is disabled; reactivate it before you test it.');
      if (endpoint.suspended) throw appSuspended();
      await eventInsert(unit, day, event);
      await deliveryInsertMany(unit, storeId, nowMs, [delivery]);
    });
    deps.wakeDispatcher([appId]);
    return { eventId: event.id, deliveryId: delivery.id, isExample: testEvent.isExample };
  };

/**
 * The app's installation on the store.
 * @throws Fault when it lacks the scope of the event: a test event reveals nothing that a real one would not
 */
async function requireInstallation(
  deps: Deps,
  ctx: Context,
  appId: string,
  type: string,
): Promise<Installation> {
  const installed = await deps.clients.listInstallations(childContext(ctx), storeOf(ctx));
  const found = installed.find((one) => one.appId === appId);
  if (found === undefined) throw conflict('not_installed', 'The app is not installed on that store.');
  const { scope } = eventTypeOf(type);
  if (scope !== undefined && !found.scopes.includes(scope))
    throw conflict('scope_missing', `The installation does not hold ${scope}, which this event needs.`);
  return found;
}

async function buildTestEvent(
  { clients }: Deps,
  ctx: Context,
  { type, installation, nowMs }: { type: string; installation: Installation; nowMs: number },
): Promise<TestEvent> {
  const kind = testedKind(type);
  const resources = kind === undefined ? {} : await clients.findSample(childContext(ctx), kind);
  const { installationId, appId, scopes } = installation;
  const uninstalled = {
    installationId,
    appId,
    scopes,
    storeId: storeOf(ctx),
    status: InstallationStatus.UNINSTALLED,
    uninstalledAtMs: nowMs,
    version: 1,
  };
  return testEventOf(type, { ...resources, installation: uninstalled, nowMs });
}

const eventOf = (
  { actor, storeId, requestId }: Context,
  type: string,
  { subjectId, payload }: TestEvent,
  nowMs: number,
): Event => ({
  id: newId('evt'),
  type,
  occurredAtMs: nowMs,
  storeId,
  actor,
  subjectId,
  requestId,
  traceparent: currentTraceparent(),
  payload: Buffer.from(payload),
});
