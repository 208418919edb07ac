import type { Locator, Page } from 'playwright-core';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { settled } from './chromium.ts';
import { scanCode } from './scan.ts';
import { newStockedStore, type StockedStore } from './stocked-store.ts';

/** Creates a stocked store whose product has a barcode. */
export async function newTillStore(gateway: string, barcode: string): Promise<StockedStore> {
  const store = await newStockedStore(gateway);
  const params = { store: store.id, product: store.product.id };
  const { updatedAt: version } = (await store.client.call(productRoutes.get, { params })).product;
  await store.client.call(productRoutes.update, { params, body: { barcode, version } });
  return store;
}

/** The point of sale on a page. */
export interface Till {
  /** Opens the point of sale of the first shop, with an empty cart. */
  open: (store: StockedStore) => Promise<void>;
  cart: () => Locator;
  scan: (code?: string) => Promise<void>;
  /** Waits until the cart has that many units. */
  units: (count: number) => Promise<void>;
  /** Waits until the sale has that total, such as `1.000,00`. */
  total: (amount: string) => Promise<void>;
  /** Confirms the payment. */
  confirm: () => Promise<void>;
  /** Waits until the sale is made. */
  sold: () => Promise<void>;
}

/** The point of sale on a page, in Spanish. @param barcode code that is scanned by default */
export function tillOn(page: Page, barcode: string): Till {
  return {
    open: async (store) => {
      await page.goto(`/stores/${store.id}/pos`);
      await page.getByLabel('Sucursal').selectOption(store.shops[0]);
      const clear = page.getByRole('button', { name: 'Vaciar' });
      if (await clear.isEnabled()) await clear.click();
      await settled(page);
    },
    cart: () => page.getByRole('region', { name: 'Venta', exact: true }),
    scan: (code = barcode) => scanCode(page, code),
    units: (count) =>
      page.getByRole('heading', { name: `${count} ${count === 1 ? 'unidad' : 'unidades'}` }).waitFor(),
    total: (amount) =>
      page
        .getByRole('button', { name: new RegExp(`Cobrar.*${amount.replaceAll('.', String.raw`\.`)}`) })
        .waitFor(),
    confirm: () => page.getByRole('button', { name: 'Confirmar venta' }).click(),
    sold: () => page.getByRole('heading', { name: /Venta #\d+/ }).waitFor(),
  };
}
