import type { CustomerFields } from '@commerce/proto/commerce/customers/v1/customers.ts';
import type { HandlerInput } from '@commerce/public-api/versions.ts';
import type { PublicHandler } from '../call.ts';
import { found, requireId } from '../../edge/ids.ts';
import { required } from '../../edge/required.ts';

export const listCustomers: PublicHandler<'listCustomers'> = async ({ ctx, services, cursor }, { query }) => {
  const page = await services.listCustomers(ctx, {
    limit: query.limit,
    pageToken: cursor.open(query.cursor),
    updatedSinceMs: query.updated_since,
    ids: query.ids ?? [],
    email: query.email,
  });
  return { items: page.items, nextCursor: cursor.seal(page.nextPageToken) };
};

export const getCustomer: PublicHandler<'getCustomer'> = async ({ ctx, services }, { params }) =>
  found(await services.customerById(ctx, requireId('cus', params.id)), 'cus');

export const createCustomer: PublicHandler<'createCustomer'> = async (
  { ctx, scopes, services },
  { body },
) => {
  const request = { fields: fieldsOf(body), mayNotRead: !scopes.has('read_customers') };
  return required((await services.customers.createCustomer(ctx, request)).customer);
};

export const updateCustomer: PublicHandler<'updateCustomer'> = async (
  { ctx, services },
  { params, body },
) => {
  const id = requireId('cus', params.id);
  return required((await services.customers.updateCustomer(ctx, { id, fields: fieldsOf(body) })).customer);
};

/** Fields of a body. Null, which removes a value, is an empty string between services. */
function fieldsOf(body: HandlerInput<'updateCustomer'>['body']): CustomerFields {
  const { name, email, phone, document, shipping_addresses: addresses } = body;
  return {
    name,
    email: email === null ? '' : email,
    phone: phone === null ? '' : phone,
    dni: document === null ? '' : document?.number,
    shippingAddresses: addresses && {
      addresses: addresses.map((address) => ({
        street: address.street,
        streetNumber: address.street_number,
        apartment: address.apartment ?? undefined,
        city: address.city,
        state: address.state,
        postalCode: address.postal_code,
        notes: address.notes ?? undefined,
      })),
    },
  };
}
