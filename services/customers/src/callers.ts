import type { Callers } from '@commerce/service-kit/grpc/callers.ts';

/** Callers of each method, by the names in their certificates; all others are rejected. */
export const callers: Callers = {
  'commerce.customers.v1.CustomersService': {
    ListCustomers: ['gateway', 'webhooks', 'orders'],
    ListCustomerVersions: ['gateway'],
    BatchGetCustomers: ['gateway', 'orders', 'webhooks'],
    SearchCustomers: ['gateway'],
    GetCustomer: ['gateway'],
    CreateCustomer: ['gateway', 'orders'],
    UpdateCustomer: ['gateway', 'orders'],
    ImportCustomers: ['gateway'],
    SetCustomerTags: ['gateway'],
    AddCustomerNote: ['gateway'],
    RemoveCustomerNote: ['gateway'],
    CreateContact: ['gateway'],
    PromoteContact: ['gateway'],
    EraseCustomer: ['gateway'],
    RequestCustomerData: ['gateway'],
    ExportCustomerData: ['gateway'],
    PurgeStore: ['orders'],
  },
};
