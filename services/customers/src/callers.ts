import type { Callers } from '@commerce/service-kit/grpc/callers.ts';

/** Who may call each method of this service, by the names in their certificates. A caller may call these and nothing else. */
export const callers: Callers = {
  'commerce.customers.v1.CustomersService': {
    ListCustomers: ['gateway', 'webhooks'],
    BatchGetCustomers: ['gateway', 'orders', 'webhooks'],
    SearchCustomers: ['gateway'],
    GetCustomer: ['gateway'],
    CreateCustomer: ['gateway'],
    UpdateCustomer: ['gateway'],
    SetCustomerTags: ['gateway'],
    CreateContact: ['gateway'],
    PromoteContact: ['gateway'],
    EraseCustomer: ['gateway'],
    RequestCustomerData: ['gateway'],
    ExportCustomerData: ['gateway'],
  },
};
