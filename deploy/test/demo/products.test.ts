import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { enumKey, enumName } from '@commerce/proto/enum.ts';
import { ProductType, ProductVisibility } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { collect, defaultStores, tally } from './collected.ts';

const { world, big, small } = defaultStores();
const records = collect(big.products());
const products = records.map((record) => record.product);
const variants = products.flatMap((product) => product.variants);

describe('products', () => {
  test('a third of products have variants, on one to three axes, most up to twelve, a few thirty or more', () => {
    const counts = products.map((product) => product.variants.length).filter((count) => count > 0);
    expect(counts.length / products.length).toBeGreaterThan(0.28);
    expect(counts.length / products.length).toBeLessThan(0.38);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(2);
    expect(Math.max(...counts)).toBeLessThanOrEqual(60);
    const many = counts.filter((count) => count >= 30).length;
    expect(many).toBeGreaterThanOrEqual(5);
    expect(many).toBeLessThan(counts.length / 10);
    expect(new Set(products.map((product) => product.variantAxes.length))).toEqual(new Set([0, 1, 2, 3]));
  });

  test('variants list every axis in order, have distinct attributes and are numbered from 0', () => {
    for (const { variants: own, variantAxes } of products) {
      for (const { attributes } of own) expect(attributes.map(({ name }) => name)).toEqual(variantAxes);
      expect(new Set(own.map(({ attributes }) => JSON.stringify(attributes))).size).toBe(own.length);
      expect(own.map(({ position }) => position)).toEqual(own.map((_, at) => at));
      expect(own.map(({ id }) => id)).toEqual(own.map(({ id }) => id).toSorted());
    }
  });

  test('the base price of a product with variants is that of its lowest active variant', () => {
    for (const product of products.filter(({ variants: own }) => own.length > 0)) {
      const prices = product.variants.filter(({ isActive }) => isActive).map((v) => v.priceCentavos);
      expect(product.priceCentavos).toBe(Math.min(...prices));
    }
  });

  test('a compare-at price is above the price', () => {
    const reduced = variants.filter((variant) => variant.compareAtPriceCentavos !== undefined);
    expect(reduced.length).toBeGreaterThan(100);
    for (const { priceCentavos, compareAtPriceCentavos } of reduced) {
      expect(compareAtPriceCentavos).toBeGreaterThan(priceCentavos);
    }
  });

  test('only drafts have no price, and costs are below prices or unknown', () => {
    for (const { product, draft } of records) {
      if (!draft) expect(product.priceCentavos).toBeGreaterThan(0);
      if (draft) expect(product.visibility).toBe(ProductVisibility.INTERNAL);
      for (const priced of [product, ...product.variants]) {
        expect(Number.isSafeInteger(priced.priceCentavos)).toBe(true);
        expect(priced.costCentavos ?? 0).toBeLessThanOrEqual(priced.priceCentavos);
      }
    }
    expect(products.some((product) => product.costCentavos === undefined && product.priceCentavos > 0)).toBe(
      true,
    );
  });

  test('every type of product occurs', () => {
    const seen = tally(
      products.flatMap(({ type, visibility, isActive }) => [
        enumName(ProductType, type),
        enumKey(ProductVisibility, visibility),
        `${isActive}`,
      ]),
    );
    for (const sort of ['simple', 'variable', 'service', 'PUBLIC', 'UNLISTED', 'INTERNAL', 'false']) {
      expect(seen.get(sort) ?? 0).toBeGreaterThan(10);
    }
    const some = (what: (product: (typeof products)[number]) => boolean): boolean => products.some(what);
    expect(records.filter((record) => record.draft).length).toBeGreaterThan(20);
    expect(some((product) => product.sku === undefined)).toBe(true);
    expect(some((product) => product.brandIds.length === 0)).toBe(true);
    expect(some((product) => product.categoryIds.length > 1)).toBe(true);
    expect(some((product) => product.description === undefined)).toBe(true);
    expect(some((product) => product.images.length === 0)).toBe(true);
    expect(some((product) => product.ivaRateBp === 1050)).toBe(true);
    expect(some((product) => product.weightUnit === 'g')).toBe(true);
  });

  test('SKUs are shared between products, between product and variant, and between stores', () => {
    const skus = tally(products.map((product) => product.sku ?? ''));
    expect([...skus].some(([sku, count]) => sku !== '' && count > 1)).toBe(true);
    const variantSkus = new Set(variants.map((variant) => variant.sku));
    expect(products.some(({ sku }) => sku !== undefined && variantSkus.has(sku))).toBe(true);
    expect(variants.some((variant) => variant.sku === undefined)).toBe(true);
    const other = collect(small.products()).map(({ product }) => product.sku);
    expect(other.filter((sku) => sku !== undefined && skus.has(sku)).length).toBeGreaterThan(100);
  });

  test('products refer only to shops, categories and brands of their own store', () => {
    for (const store of [big, small]) {
      const known = new Set([...store.shops, ...store.categories, ...store.brands].map(({ id }) => id));
      for (const { product, storeId } of collect(store.products())) {
        expect(storeId).toBe(store.id);
        expect(product.shopIds.length).toBeGreaterThan(0);
        expect(product.categoryIds.length).toBeGreaterThan(0);
        const refs = [...product.shopIds, ...product.categoryIds, ...product.brandIds];
        expect(refs.filter((id) => !known.has(id))).toEqual([]);
        expect(new Set(refs).size).toBe(refs.length);
      }
    }
  });

  test('names and slugs are unique, and the gateway has all images', () => {
    expect(new Set(products.map(({ name }) => name)).size).toBe(products.length);
    expect(new Set(products.map(({ slug }) => slug)).size).toBe(products.length);
    const pictures = new Set(readdirSync('gateway/src/docs/assets'));
    for (const url of [...products, ...variants].flatMap(({ images }) => images)) {
      const [, name] = /^https:\/\/cdn\.example\.com\/(demo-product-[a-z]+\.svg)$/.exec(url)!;
      expect(pictures).toContain(name);
    }
  });

  test('barcodes are EAN-13', () => {
    const codes = [...products, ...variants]
      .map(({ barcode }) => barcode)
      .filter((code) => code !== undefined);
    for (const code of codes) {
      const sum = code
        .split('')
        .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
      expect(`${code.length} ${sum % 10}`).toBe('13 0');
    }
  });

  test('ids sort by creation; changes follow creations, spread over two years, and share a time only within bulk groups', () => {
    const year = 365 * 86_400_000;
    expect(products.map(({ id }) => id)).toEqual(products.map(({ id }) => id).toSorted());
    for (const { createdAtMs, updatedAtMs } of products) {
      expect(createdAtMs).toBeGreaterThan(world.now - 2 * year);
      expect(updatedAtMs).toBeGreaterThanOrEqual(createdAtMs);
      expect(updatedAtMs).toBeLessThanOrEqual(world.now);
    }
    const ties = [...tally(products.map(({ updatedAtMs }) => `${updatedAtMs}`)).values()].filter(
      (n) => n > 1,
    );
    expect(ties).toHaveLength(3);
    expect(ties.reduce((sum, count) => sum + count, 0)).toBeLessThan(products.length / 8);
  });
});
