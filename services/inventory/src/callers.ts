import type { Callers } from '@commerce/service-kit/grpc/callers.ts';

/** Callers allowed per method, by the names in their certificates. All other calls are rejected. */
export const callers: Callers = {
  'commerce.inventory.v1.InventoryService': {
    ListStock: ['gateway', 'webhooks'],
    GetStockVersions: ['gateway'],
    BatchGetStockRows: ['catalog', 'orders', 'webhooks'],
    AdjustStock: ['gateway', 'orders'],
    BatchAdjustStock: ['gateway'],
    TransferStock: ['gateway'],
    SetStockMany: ['catalog', 'gateway', 'orders'],
    SearchStock: ['gateway'],
    SumStock: ['gateway'],
    ListLowStock: ['gateway'],
    GetStockSettings: ['gateway'],
    SetStockSettings: ['gateway'],
    SetLowStockThreshold: ['gateway'],
    ListReservations: ['gateway'],
    ListMovements: ['gateway'],
    ReserveStock: ['orders'],
    SetOrderStock: ['orders'],
    ConfirmOrderStock: ['orders'],
    RetireProduct: ['catalog'],
    PurgeStore: ['orders'],
  },
};

/** Services whose events this one consumes; the permissions of its NATS user are generated from them. */
export const sources = ['catalog', 'orders'];
