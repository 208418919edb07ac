import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ProductDeleted } from '@commerce/proto/commerce/catalog/v1/events.ts';
import { conflict, Fault } from '@commerce/service-kit/fault.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import {
  contextOf,
  found,
  newProduct,
  newStore,
  newVariant,
  refusal,
  startService,
  versionsOf,
  type TestService,
} from './support/service.ts';

let service: TestService;
beforeAll(async () => (service = await startService()));
afterEach(() => {
  service.onRetire = async () => undefined;
});
afterAll(() => service.close());

const store = newStore();
const create = async (fields: Parameters<typeof newProduct>[1] = {}) => {
  const { product } = await service.client.createProduct(contextOf(store), newProduct('Remera', fields));
  await service.events();
  return product!;
};
const remove = (id: string, includeDrafts = false, storeId = store) =>
  service.client.deleteProduct(contextOf(storeId), { id, includeDrafts });

describe('retiring a product', () => {
  test('deleting a product retires it in inventory as the same store and actor, deletes its variants, and is published', async () => {
    const product = await create({ sku: 'REM', variants: [newVariant({ Talle: 'M' }, { sku: 'REM-M' })] });
    const retired: unknown[] = [];
    service.onRetire = async (productId, { storeId, actor, requestId }) => {
      retired.push([productId, storeId, actor.id, requestId]);
    };
    await remove(product.id);
    expect(retired).toEqual([[product.id, store, 'ins_a', 'req-1']]);
    expect(await found(service, store, product.id)).toBeUndefined();
    const [event, ...others] = await service.events();
    expect(others).toEqual([]);
    expect(event).toMatchObject({ type: 'product.deleted', subjectId: product.id, actor: { id: 'ins_a' } });
    expect(event!.occurredAtMs).toBeGreaterThan(product.updatedAtMs);
    expect(ProductDeleted.decode(event!.payload)).toEqual({
      productId: product.id,
      version: 2,
      sku: 'REM',
      wasDraft: false,
    });
    const { rows } = await service.database.db.pool.query(
      'select id from variant where product_id = $1 union all select value from product_filter where product_id = $1',
      [product.id],
    );
    expect(rows).toEqual([]);
  });

  test('deleting a reserved product is refused and changes nothing', async () => {
    const product = await create();
    service.onRetire = async () => {
      throw conflict('has_reservations', 'Some of it is reserved.');
    };
    expect(await refusal(remove(product.id))).toEqual(['has_reservations']);
    expect(await found(service, store, product.id)).toEqual(product);
    expect(await service.events()).toEqual([]);
  });

  test('a deleted product, a draft and a product of another store are not found, and inventory is not called', async () => {
    const product = await create();
    const draft = await create({ draft: true });
    let calls = 0;
    service.onRetire = async () => void calls++;
    expect(await refusal(remove(newId('prd')))).toEqual(['not_found id']);
    expect(await refusal(remove(draft.id))).toEqual(['not_found id']);
    expect(await refusal(remove(product.id, false, newStore()))).toEqual(['not_found id']);
    expect(calls).toBe(0);
    await remove(product.id);
    expect(await refusal(remove(product.id))).toEqual(['not_found id']);
  });

  test('a deletion that crashed between the two services can be repeated', async () => {
    const product = await create();
    let retired = 0;
    service.onRetire = async () => {
      // Inventory has retired the product, but its response is lost.
      if (++retired === 1) throw new Fault('unavailable', 'Away.');
    };
    expect(await refusal(remove(product.id))).toEqual(['unavailable']);
    expect(await found(service, store, product.id)).toEqual(product);
    await remove(product.id);
    expect(versionsOf(await service.events())).toEqual([['product.deleted', 2]]);
  });

  test('a product deleted by concurrent calls is deleted and published once', async () => {
    const product = await create();
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => remove(product.id)));
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(versionsOf(await service.events())).toEqual([['product.deleted', 2]]);
  });

  test('the event of a deleted draft marks it as a draft', async () => {
    const draft = await create({ draft: true });
    await remove(draft.id, true);
    const [event] = await service.events();
    expect(ProductDeleted.decode(event!.payload)).toMatchObject({ wasDraft: true });
  });

  test('deleting without inventory is unavailable and changes nothing', async () => {
    const product = await create();
    await service.stopInventory();
    expect(await refusal(remove(product.id))).toEqual(['unavailable']);
    expect(await found(service, store, product.id)).toEqual(product);
    expect(await service.events()).toEqual([]);
  });
});
