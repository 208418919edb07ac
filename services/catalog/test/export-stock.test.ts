import { expect, test } from 'vitest';
import { parse } from 'csv-parse/sync';
import { ProductType } from '@commerce/proto/commerce/catalog/v1/values.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { productSaveMany } from '../src/store/product-write.ts';
import { exportFile } from './support/import.ts';
import { startWithAmounts } from './support/prices-stand-in.ts';
import { productRecord, variant } from './support/products.ts';
import { addReferences, newStore } from './support/service.ts';

test('the stock of a part of an export with more than 500 variants is exported', async () => {
  const { service, amounts } = await startWithAmounts();
  const store = newStore();
  const { shops } = await addReferences(service, store, 1);
  const records = Array.from({ length: 50 }, (_, n) =>
    productRecord(store, newId('prd'), {
      slug: `p-${n}`,
      type: ProductType.VARIABLE,
      variantAxes: ['Talle'],
      variants: Array.from({ length: 11 }, (_v, at) =>
        variant(newId('var'), at, { attributes: [{ name: 'Talle', value: `T${at}` }] }),
      ),
    }),
  );
  await productSaveMany(service.database.db, store, records);
  for (const { product } of records)
    for (const { id } of product.variants) amounts.stock.set(`${shops[0]}/${product.id}/${id}`, 7_919);
  const [headings, ...rows] = parse(await exportFile(service, store, shops[0]), { bom: true });
  const at = headings!.indexOf('Variant Inventory Qty');
  expect(rows.map((row) => row[at])).toEqual(Array.from({ length: 550 }, () => '7919'));
  await service.close();
});
