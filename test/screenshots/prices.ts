import type { Page } from 'playwright-core';
import type { Picture } from './picture.ts';

/** Screenshots of prices, promotions and stock. */
export const pricesPictures: Picture[] = [
  { name: 'prices', who: 'owner', path: '/stores/:store/prices' },
  { name: 'prices-phone', who: 'owner', path: '/stores/:store/prices', width: 360 },
  { name: 'price-lists', who: 'owner', path: '/stores/:store/price-lists' },
  {
    name: 'price-changes',
    who: 'owner',
    path: '/stores/:store/price-changes',
    act: previewChange,
    height: 900,
  },
  { name: 'price-check', who: 'owner', path: '/stores/:store/price-check', act: checkPrice },
  { name: 'promotions', who: 'owner', path: '/stores/:store/promotions' },
  { name: 'promotion-new', who: 'owner', path: '/stores/:store/promotions/new' },
  { name: 'stock', who: 'owner', path: '/stores/:store/stock' },
  { name: 'stock-phone', who: 'owner', path: '/stores/:store/stock', width: 360 },
  { name: 'stock-dark', who: 'owner', path: '/stores/:store/stock', locale: 'en-US', theme: 'dark' },
  { name: 'stock-drawer', who: 'owner', path: '/stores/:store/stock', act: openStock },
  { name: 'stock-movements', who: 'owner', path: '/stores/:store/stock/movements' },
  { name: 'stock-transfer', who: 'owner', path: '/stores/:store/stock/transfer', act: fillTransfer },
];

/** Preview of a 10 % increase of all prices. */
async function previewChange(page: Page): Promise<void> {
  await page.getByLabel('Cuánto').fill('8,5');
  await page.getByLabel('Redondeo', { exact: true }).first().click();
  await page.getByRole('option', { name: 'A decenas de pesos' }).click();
  await page.getByRole('button', { name: 'Ver cómo quedan' }).click();
  await page.getByRole('table', { name: 'Ejemplos' }).waitFor();
}

/** Price check of a product with a promotion at a shop with a price list. */
async function checkPrice(page: Page): Promise<void> {
  await page.getByLabel('Producto', { exact: true }).first().fill('Tenazo');
  await page
    .getByRole('option', { name: /Tenazo/ })
    .first()
    .click();
  await page.getByLabel('Sucursal', { exact: true }).first().click();
  await page.getByRole('option', { name: 'Sucursal Palermo' }).click();
  await page.getByText('Precio base', { exact: true }).waitFor();
}

async function openStock(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^Abrir / })
    .first()
    .click();
  await page.getByRole('dialog').getByLabel('Unidades').fill('3');
  await page.getByRole('dialog').getByLabel('Motivo').fill('Compra a proveedor');
}

async function fillTransfer(page: Page): Promise<void> {
  await page.getByLabel('Va a', { exact: true }).first().click();
  await page.getByRole('option', { name: 'Sucursal Palermo' }).click();
  await page.getByLabel('Motivo').fill('Reposición de la semana');
  for (const [name, units] of [
    ['Tornillo autoperforante', '20'],
    ['Martillo carpintero Ferrosur', '6'],
  ] as const) {
    await page.getByLabel('Producto', { exact: true }).first().fill(name);
    await page
      .getByRole('option', { name: new RegExp(name) })
      .first()
      .click();
    await page.getByLabel('Unidades').first().fill(units);
    await page.getByRole('button', { name: 'Agregar' }).click();
  }
}
