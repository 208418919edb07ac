import type { Callers } from '@commerce/service-kit/grpc/callers.ts';

/** Allowed callers of each method, by the names in their certificates. */
export const callers: Callers = {
  'commerce.orders.v1.OrdersService': {
    ListOrders: ['gateway', 'webhooks'],
    ListOrderVersions: ['gateway'],
    SearchOrders: ['gateway'],
    GetSalesSummary: ['gateway'],
    GetDailyOrders: ['gateway'],
    GetOpenWork: ['gateway'],
    BatchGetOrders: ['gateway', 'webhooks'],
    GetOrderHistory: ['gateway'],
    CreateOrder: ['gateway'],
    SetOrderStatus: ['gateway'],
    SetOrderTracking: ['gateway'],
    EditOrder: ['gateway'],
    EditShipping: ['gateway'],
    RecordPayment: ['gateway'],
    ConfirmPayment: ['gateway'],
    RefundPayment: ['gateway'],
    ListPayments: ['gateway'],
    BatchGetBalances: ['gateway'],
    CancelOrder: ['gateway'],
    RejectOrder: ['gateway'],
    ReturnItems: ['gateway'],
    ReturnOrder: ['gateway'],
    GetStatusFlow: ['gateway'],
    PutStatusFlow: ['gateway'],
    GetOrderSettings: ['gateway'],
    PutOrderSettings: ['gateway'],
    AddOrderNote: ['gateway'],
    EraseBuyer: ['customers'],
    ListBuyerOrders: ['customers'],
  },
  'commerce.orders.v1.BuyersService': {
    GetBuyerFigures: ['gateway'],
  },
  'commerce.orders.v1.RegistersService': {
    OpenRegister: ['gateway'],
    AddCashMovement: ['gateway'],
    CloseRegister: ['gateway'],
    GetOpenRegister: ['gateway'],
    GetRegisterSession: ['gateway'],
    ListRegisterSessions: ['gateway'],
  },
  'commerce.orders.v1.SandboxService': {
    StartSeed: ['gateway'],
    GetSeed: ['gateway'],
    RunSandboxAction: ['gateway'],
  },
  'commerce.orders.v1.TillService': {
    FindItemsByCode: ['gateway'],
    ListProductItems: ['gateway'],
    SearchTillProducts: ['gateway'],
    GetTillPrices: ['gateway'],
  },
};

/** Services whose events this one consumes; the permissions of its NATS user are generated from them. */
export const sources = ['catalog'];
