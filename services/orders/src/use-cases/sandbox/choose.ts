import { createHash, randomUUID } from 'node:crypto';
import type { Product } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { ProductType } from '@commerce/proto/commerce/catalog/v1/values.ts';
import type { Customer } from '@commerce/proto/commerce/customers/v1/customers.ts';
import type { RunSandboxActionRequest } from '@commerce/proto/commerce/orders/v1/sandbox.ts';
import { childContext, storeOf, type Context } from '@commerce/service-kit/context.ts';
import { conflict, invalid } from '@commerce/service-kit/fault.ts';
import { isId } from '@commerce/service-kit/ids.ts';
import type { Deps } from '../../deps.ts';

/** Maximum number of candidates of a random choice. */
const CANDIDATES = 100;

const PAGE = { limit: CANDIDATES, pageToken: Buffer.alloc(0), ids: [] };

/** A number that looks random; the same for every attempt with a key, so that a retry makes the same choices. */
export function chance({ idempotency }: Context, what: string): number {
  const seed = idempotency?.key ?? randomUUID();
  return createHash('sha256').update(`${seed} ${what}`).digest().readUInt32BE();
}

/** One of the candidates. @throws Fault `no_candidate` when there is none */
export function choose<T>(ctx: Context, what: string, candidates: readonly T[]): T {
  if (candidates.length > 0) return candidates[chance(ctx, what) % candidates.length]!;
  throw conflict('no_candidate', `The store has no ${what} for this change. Reset the store, or create one.`);
}

/** The requested shop, or any. */
export async function chooseShop({ clients }: Deps, ctx: Context, id: string | undefined): Promise<string> {
  if (id !== undefined) return id;
  const { shops } = await clients.catalog.listShopNames(childContext(ctx), {});
  return choose(ctx, 'shop', shops).id;
}

/** Products that can be sold, the requested one or the first ones. */
export async function sellableProducts(
  { clients }: Deps,
  ctx: Context,
  id: string | undefined,
): Promise<Product[]> {
  if (id === undefined) {
    const { products } = await clients.catalog.listProducts(childContext(ctx), PAGE);
    return products.filter(
      ({ isActive, type, priceCentavos }) => isActive && type !== ProductType.SERVICE && priceCentavos > 0,
    );
  }
  const keys = isId('prd', id) ? [{ storeId: storeOf(ctx), id }] : [];
  const { products } = await clients.catalog.batchGetProducts(childContext(ctx), { keys });
  if (products[0] === undefined || products[0].id === '')
    throw invalid('product_id', 'The store has no such product.');
  return products;
}

/** The requested product, or any, with the requested variant or the first active one. */
export async function chooseItem(
  deps: Deps,
  ctx: Context,
  { productId, variantId }: RunSandboxActionRequest,
): Promise<{ product: Product; variantId: string | undefined }> {
  const product = choose(ctx, 'product', await sellableProducts(deps, ctx, productId));
  return { product, variantId: variantId ?? product.variants.find(({ isActive }) => isActive)?.id };
}

/** The requested customer, or any; undefined in a store without customers. */
export async function chooseCustomer(
  { clients }: Deps,
  ctx: Context,
  id: string | undefined,
): Promise<Customer | undefined> {
  if (id === undefined) {
    const { customers } = await clients.customers.listCustomers(childContext(ctx), PAGE);
    const candidates = customers.filter(({ erasedAtMs }) => erasedAtMs === undefined);
    return candidates[chance(ctx, 'customer') % (candidates.length || 1)];
  }
  const keys = isId('cus', id) ? [{ storeId: storeOf(ctx), id }] : [];
  const { customers } = await clients.customers.batchGetCustomers(childContext(ctx), { keys });
  if (customers[0] === undefined || customers[0].id === '')
    throw invalid('customer_id', 'The store has no such customer.');
  return customers[0];
}
