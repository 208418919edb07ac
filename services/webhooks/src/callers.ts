import type { Callers } from '@commerce/service-kit/grpc/callers.ts';

/** Allowed callers of each method, by the names in their certificates. */
export const callers: Callers = {
  'commerce.webhooks.v1.ApiRequestsService': {
    RecordApiRequests: ['gateway'],
    ListApiFailures: ['gateway'],
    GetApiFailure: ['gateway'],
    GetApiStats: ['gateway'],
  },
  'commerce.webhooks.v1.DeliveriesService': {
    ListDeliveries: ['gateway'],
    GetDelivery: ['gateway'],
    GetAttempt: ['gateway'],
    ListOpenPrivacyEvents: ['gateway'],
    ListUnsentEvents: ['gateway'],
    GetDeliveryStats: ['gateway'],
    GetDailyAttempts: ['gateway'],
    ReplayDelivery: ['gateway'],
    ReplayRange: ['gateway'],
    GetReplay: ['gateway'],
    EraseFromLog: ['customers'],
  },
  'commerce.webhooks.v1.FeedService': {
    ListEvents: ['gateway'],
  },
  'commerce.webhooks.v1.WebhooksService': {
    GetEndpoint: ['gateway'],
    BatchGetEndpoints: ['gateway'],
    PutEndpoint: ['gateway'],
    RotateSecret: ['gateway'],
    ReactivateEndpoint: ['gateway'],
    SendPing: ['gateway'],
    SendTestEvent: ['gateway'],
    RevealSecret: ['gateway'],
    ListSecretUses: ['gateway'],
  },
};

/** Services whose events this one consumes; the permissions of its NATS user are generated from them. */
export const sources = ['auth', 'catalog', 'customers', 'inventory', 'orders'];
