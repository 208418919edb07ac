import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { Category } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { ShopChanged } from '@commerce/proto/commerce/catalog/v1/events.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { waitingForLocks } from '@commerce/service-kit/testing/database.ts';
import { categoryInsert, categoryLockTree } from '../src/store/category.ts';
import {
  addReferences,
  change,
  contextOf,
  newProduct,
  newStore,
  refusal,
  shopFields,
  startService,
  type TestService,
} from './support/service.ts';

let service: TestService;
beforeAll(async () => (service = await startService()));
afterAll(() => service.close());

describe('a shop', () => {
  test('a shop is created and replaced, stamped, and published to other services', async () => {
    const store = newStore();
    const { shop } = await service.client.createShop(contextOf(store), { fields: shopFields('Centro') });
    const fields = { ...shopFields('Centro norte'), description: 'Nueva', isActive: false, schedule: [] };
    const { shop: changed } = await service.client.updateShop(contextOf(store), { id: shop!.id, fields });
    expect(changed).toEqual({
      ...fields,
      id: shop!.id,
      createdAtMs: shop!.createdAtMs,
      updatedAtMs: changed!.updatedAtMs,
    });
    expect(changed!.updatedAtMs).toBeGreaterThan(shop!.updatedAtMs);
    const read = await service.client.getShop(contextOf(store), { id: shop!.id });
    expect(read.shop).toEqual(changed);
    const events = await service.events();
    expect(events.map(({ type, payload }) => [type, ShopChanged.decode(payload)])).toEqual([
      ['shop.created', { shopId: shop!.id, name: 'Centro', isActive: true }],
      ['shop.updated', { shopId: shop!.id, name: 'Centro norte', isActive: false }],
    ]);
  });

  test('an invalid shop is refused with every problem at once', async () => {
    const fields = {
      ...shopFields(' '),
      image: 'http://x',
      phone: '1'.repeat(65),
      email: 'x',
      address: { street: '', streetNumber: -1, crossStreets: undefined, city: 'x', postalCode: 'x' },
      schedule: [{ day: 'lunes', open: '25:00', close: '9:00' }],
    };
    expect(await refusal(service.client.createShop(contextOf(newStore()), { fields }))).toEqual([
      'invalid_value email',
      'invalid_value name',
      'invalid_value image',
      'invalid_value phone',
      'invalid_value address.street_number',
      'invalid_value address.street',
      'invalid_value schedule[0].day',
      'invalid_value schedule[0].open',
      'invalid_value schedule[0].close',
    ]);
    const nothing = service.client.createShop(contextOf(newStore()), { fields: undefined });
    expect(await refusal(nothing)).toEqual(['missing fields']);
  });

  test('a shop of another store is not found', async () => {
    const { shop } = await service.client.createShop(contextOf(newStore()), { fields: shopFields('a') });
    const elsewhere = service.client.updateShop(contextOf(newStore()), {
      id: shop!.id,
      fields: shopFields('b'),
    });
    expect(await refusal(elsewhere)).toEqual(['not_found']);
  });
});

const categoryFields = (name: string, parentId?: string) => ({
  name,
  parentId,
  isActive: true,
  image: undefined,
});
const addCategory = async (store: string, name: string, parentId?: string) =>
  (await service.client.createCategory(contextOf(store), { fields: categoryFields(name, parentId) }))
    .category!;
const move = (store: string, { id, name }: Category, parentId?: string) =>
  service.client.updateCategory(contextOf(store), { id, fields: categoryFields(name, parentId) });
const tree = async (store: string) =>
  (await service.client.listCategories(contextOf(store), { limit: 100, pageToken: Buffer.alloc(0) }))
    .categories;

/** Creates a chain of categories, each below the one before. */
async function chain(store: string, levels: number): Promise<Category[]> {
  const categories: Category[] = [];
  for (let n = 0; n < levels; n++)
    categories.push(await addCategory(store, `Nivel ${n}`, categories.at(-1)?.id));
  return categories;
}

describe('a category', () => {
  test('a category is found by id in its store only, and no longer when it is deleted', async () => {
    const store = newStore();
    const [root, child] = await chain(store, 2);
    const get = (id: string, of = store) => service.client.getCategory(contextOf(of), { id });
    expect((await get(child!.id)).category).toEqual(child);
    expect(child).toMatchObject({ parentId: root!.id, depth: 1 });
    expect(await refusal(get(child!.id, newStore()))).toEqual(['not_found id']);
    await service.client.deleteCategory(contextOf(store), { id: child!.id });
    expect(await refusal(get(child!.id))).toEqual(['not_found id']);
  });

  test('the tree has at most six levels, and each category has its own slug', async () => {
    const store = newStore();
    const levels = await chain(store, 6);
    expect(levels.map(({ depth }) => depth)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(await refusal(addCategory(store, 'x', levels[5]!.id))).toEqual(['invalid_value parent_id']);
    expect(await refusal(addCategory(store, 'x', newId('cat')))).toEqual(['invalid_value parent_id']);
    expect(await refusal(addCategory(newStore(), 'x', levels[0]!.id))).toEqual(['invalid_value parent_id']);
    const same = await Promise.all(Array.from({ length: 5 }, () => addCategory(store, 'Ropa')));
    expect(same.map(({ slug }) => slug).toSorted()).toEqual(['ropa', 'ropa-2', 'ropa-3', 'ropa-4', 'ropa-5']);
  });

  test('a category moves with its subcategories, keeps its slug when renamed, and can be deactivated', async () => {
    const store = newStore();
    const [root, child, grandchild] = await chain(store, 3);
    const other = await addCategory(store, 'Otra');
    await move(store, child!, other.id);
    await move(store, other, root!.id);
    expect((await tree(store)).map(({ id, depth, parentId }) => [id, depth, parentId])).toEqual([
      [root!.id, 0, undefined],
      [child!.id, 2, other.id],
      [grandchild!.id, 3, child!.id],
      [other.id, 1, root!.id],
    ]);
    const { category } = await service.client.updateCategory(contextOf(store), {
      id: root!.id,
      fields: { name: 'Raíz', parentId: undefined, isActive: false, image: 'https://img.example.com/r.jpg' },
    });
    expect(category).toMatchObject({ name: 'Raíz', slug: root!.slug, isActive: false, depth: 0 });
    expect((await tree(store))[0]).toEqual(category);
  });

  test('a category cannot move below itself, nor move its subcategories too deep', async () => {
    const store = newStore();
    const [root, child, grandchild] = await chain(store, 3);
    for (const below of [root!, child!, grandchild!])
      expect(await refusal(move(store, root!, below.id))).toEqual(['invalid_value parent_id']);
    const deep = await chain(store, 4);
    expect(await refusal(move(store, root!, deep[3]!.id))).toEqual(['invalid_value parent_id']);
    await move(store, root!, deep[2]!.id);
  });

  test('a category moves with a subcategory that is created at the same time', async () => {
    const store = newStore();
    const [root, parent] = [await addCategory(store, 'Raíz'), await addCategory(store, 'Rama')];
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: inserted, resolve: insert } = Promise.withResolvers<void>();
    const child = {
      ...categoryFields('Hoja', parent.id),
      id: newId('cat'),
      slug: 'hoja',
      depth: 1,
      updatedAtMs: 1,
    };
    const { db } = service.database;
    const creation = db.transaction(async (tx) => {
      await categoryLockTree(tx, store);
      await categoryInsert(service.prisma, store, child);
      insert();
      await released;
    });
    await inserted;
    const moved = move(store, parent, root.id);
    await waitingForLocks(db, 1).finally(release);
    await Promise.all([creation, moved]);
    expect((await tree(store)).find(({ id }) => id === child.id)).toMatchObject({ depth: 2 });
  });

  test('categories stay one tree with any concurrent moves', async () => {
    const store = newStore();
    const nodes = await chain(store, 3);
    nodes.push(...(await chain(store, 3)));
    const moves = fc.array(fc.tuple(fc.nat(5), fc.option(fc.nat(5))), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(moves, async (requested) => {
        await Promise.allSettled(
          requested.map(([from, to]) => move(store, nodes[from]!, to === null ? undefined : nodes[to]!.id)),
        );
        const now = await tree(store);
        const byId = new Map(now.map((category) => [category.id, category]));
        for (const { depth, parentId } of now)
          expect(depth).toBe(parentId === undefined ? 0 : byId.get(parentId)!.depth + 1);
      }),
      { numRuns: 20 },
    );
  });

  test('a category is deleted only without products, drafts and subcategories', async () => {
    const store = newStore();
    const [root, child] = await chain(store, 2);
    const remove = ({ id }: Category) => service.client.deleteCategory(contextOf(store), { id });
    expect(await refusal(remove(root!))).toEqual(['in_use']);
    for (const draft of [false, true]) {
      const request = newProduct('Remera', { categoryIds: [child!.id], draft });
      const { product } = await service.client.createProduct(contextOf(store), request);
      expect(await refusal(remove(child!))).toEqual(['in_use']);
      const without = change(product!.id, { categoryIds: { values: [] }, includeDrafts: true });
      await service.client.updateProduct(contextOf(store), without);
    }
    await remove(child!);
    await remove(root!);
    expect(await refusal(remove(root!))).toEqual(['not_found']);
  });

  test('when a product gets a category that is being deleted, one of the two calls is refused', async () => {
    const store = newStore();
    for (let n = 0; n < 10; n++) {
      const category = await addCategory(store, 'Fugaz');
      const [created, deleted] = await Promise.allSettled([
        service.client.createProduct(contextOf(store), newProduct('x', { categoryIds: [category.id] })),
        service.client.deleteCategory(contextOf(store), { id: category.id }),
      ]);
      expect([created.status, deleted.status].toSorted()).toEqual(['fulfilled', 'rejected']);
    }
  });
});

const brandFields = (name: string) => ({ name, isActive: true, image: undefined });

describe('a brand', () => {
  test('a brand is created, keeps its slug when renamed, and can be deactivated', async () => {
    const store = newStore();
    const { brand } = await service.client.createBrand(contextOf(store), { fields: brandFields('Ñandú') });
    const { brand: changed } = await service.client.updateBrand(contextOf(store), {
      id: brand!.id,
      fields: { ...brandFields('Otra'), isActive: false },
    });
    expect(changed).toEqual({
      ...brand,
      name: 'Otra',
      slug: 'nandu',
      isActive: false,
      updatedAtMs: changed!.updatedAtMs,
    });
    const { brands } = await service.client.listBrands(contextOf(store), {
      limit: 10,
      pageToken: Buffer.alloc(0),
    });
    expect(brands).toEqual([changed]);
    const unknown = service.client.updateBrand(contextOf(newStore()), {
      id: brand!.id,
      fields: brandFields('x'),
    });
    expect(await refusal(unknown)).toEqual(['not_found']);
  });

  test('a brand is found by id in its store only, and no longer when it is deleted', async () => {
    const store = newStore();
    const { brand } = await service.client.createBrand(contextOf(store), { fields: brandFields('Ñandú') });
    const get = (of = store) => service.client.getBrand(contextOf(of), { id: brand!.id });
    expect(await get()).toEqual({ brand });
    expect(await refusal(get(newStore()))).toEqual(['not_found id']);
    await service.client.deleteBrand(contextOf(store), { id: brand!.id });
    expect(await refusal(get())).toEqual(['not_found id']);
  });

  test('a brand is deleted only without products', async () => {
    const store = newStore();
    const { brands } = await addReferences(service, store);
    const remove = () => service.client.deleteBrand(contextOf(store), { id: brands[0]! });
    const request = newProduct('Remera', { brandIds: brands });
    const { product } = await service.client.createProduct(contextOf(store), request);
    expect(await refusal(remove())).toEqual(['in_use']);
    await service.client.deleteProduct(contextOf(store), { id: product!.id, includeDrafts: false });
    await remove();
    expect(await refusal(remove())).toEqual(['not_found']);
  });
});
