import { conflict } from '@commerce/service-kit/fault.ts';
import { customerAt } from '../../domain/sandbox/seed-plan.ts';
import type { Act } from './act-on-orders.ts';
import { chance, chooseCustomer, chooseItem, chooseShop } from './choose.ts';

/** Units that a change of stock adds by default. */
const MORE_UNITS = 10;

/** Changes of prices, stock and customers by the services that own them, by the event that each publishes. */
export const otherActs = {
  'product.updated': async (deps, ctx, request) => {
    const { product, variantId } = await chooseItem(deps, ctx, request);
    const current =
      product.variants.find(({ id }) => id === variantId)?.priceCentavos ?? product.priceCentavos;
    // 10 % more, in whole pesos.
    const priceCentavos = request.priceCentavos ?? (Math.round((current * 1.1) / 100) + 1) * 100;
    await deps.clients.pricing.setPrices(ctx, {
      productId: product.id,
      ...(variantId === undefined && { priceCentavos }),
      variants: variantId === undefined ? [] : [{ variantId, priceCentavos }],
      includeDrafts: false,
    });
    return { productId: product.id, variantId, priceCentavos };
  },

  'stock.changed': async (deps, ctx, request) => {
    const [shopId, { product, variantId }] = await Promise.all([
      chooseShop(deps, ctx, request.shopId),
      chooseItem(deps, ctx, request),
    ]);
    const { row } = await deps.clients.inventory.adjustStock(ctx, {
      shopId,
      productId: product.id,
      variantId,
      ...(request.onHand === undefined ? { delta: MORE_UNITS } : { set: request.onHand }),
    });
    return { shopId, productId: product.id, variantId, onHand: row?.onHand };
  },

  'customer.created': async (deps, ctx, { name, email, phone }) => {
    const number = chance(ctx, 'customer');
    const { shippingAddresses, ...example } = customerAt(number);
    const fields = {
      name: name ?? example.name,
      email: email ?? `${number.toString(36)}.${example.email}`,
      phone: phone ?? example.phone,
      shippingAddresses,
    };
    const { customer } = await deps.clients.customers.createCustomer(ctx, { fields, mayNotRead: false });
    return { customerId: customer?.id };
  },

  'customer.updated': async (deps, ctx, { customerId, name, phone }) => {
    const chosen = await chooseCustomer(deps, ctx, customerId);
    if (chosen === undefined) throw conflict('no_candidate', 'The store has no customers.');
    const isGiven = name !== undefined || phone !== undefined;
    const fields = {
      name,
      phone: isGiven ? phone : customerAt(chance(ctx, 'phone')).phone,
      shippingAddresses: undefined,
    };
    await deps.clients.customers.updateCustomer(ctx, { id: chosen.id, fields });
    return { customerId: chosen.id };
  },
} as const satisfies Record<string, Act>;
