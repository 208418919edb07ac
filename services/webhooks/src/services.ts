import { DeliveriesServiceService } from '@commerce/proto/commerce/webhooks/v1/deliveries.ts';
import { FeedServiceService } from '@commerce/proto/commerce/webhooks/v1/feed.ts';
import { WebhooksServiceService } from '@commerce/proto/commerce/webhooks/v1/webhooks.ts';
import type { GrpcServer } from '@commerce/service-kit/grpc/server.ts';
import type { Deps } from './rpc/deps.ts';
import { eraseFromLog } from './rpc/erase-from-log.ts';
import { getAttempt } from './rpc/get-attempt.ts';
import { batchGetEndpoints } from './rpc/batch-get-endpoints.ts';
import { getDeliveryStats } from './rpc/get-delivery-stats.ts';
import { getDelivery } from './rpc/get-delivery.ts';
import { getEndpoint } from './rpc/get-endpoint.ts';
import { getReplay } from './rpc/get-replay.ts';
import { listDeliveries } from './rpc/list-deliveries.ts';
import { listEvents } from './rpc/list-events.ts';
import { listOpenPrivacyEvents } from './rpc/list-open-privacy-events.ts';
import { listSecretUses } from './rpc/list-secret-uses.ts';
import { listUnsentEvents } from './rpc/list-unsent-events.ts';
import { putEndpoint } from './rpc/put-endpoint.ts';
import { reactivateEndpoint } from './rpc/reactivate-endpoint.ts';
import { replayDelivery } from './rpc/replay-delivery.ts';
import { replayRange } from './rpc/replay-range.ts';
import { revealSecret } from './rpc/reveal-secret.ts';
import { rotateSecret } from './rpc/rotate-secret.ts';
import { sendPing } from './rpc/send-ping.ts';
import { sendTestEvent } from './rpc/send-test-event.ts';

/** Adds everything that the webhooks service answers. */
export function addServices(server: GrpcServer, deps: Deps): void {
  server.add(WebhooksServiceService, {
    getEndpoint: getEndpoint(deps),
    batchGetEndpoints: batchGetEndpoints(deps),
    putEndpoint: putEndpoint(deps),
    rotateSecret: rotateSecret(deps),
    reactivateEndpoint: reactivateEndpoint(deps),
    sendPing: sendPing(deps),
    sendTestEvent: sendTestEvent(deps),
    revealSecret: revealSecret(deps),
    listSecretUses: listSecretUses(deps),
  });
  server.add(DeliveriesServiceService, {
    listDeliveries: listDeliveries(deps),
    getDelivery: getDelivery(deps),
    getAttempt: getAttempt(deps),
    listOpenPrivacyEvents: listOpenPrivacyEvents(deps),
    listUnsentEvents: listUnsentEvents(deps),
    getDeliveryStats: getDeliveryStats(deps),
    replayDelivery: replayDelivery(deps),
    replayRange: replayRange(deps),
    getReplay: getReplay(deps),
    eraseFromLog: eraseFromLog(deps),
  });
  server.add(FeedServiceService, { listEvents: listEvents(deps) });
}
