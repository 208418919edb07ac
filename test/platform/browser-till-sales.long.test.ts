import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Browser, Page, Route } from 'playwright-core';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { expectAccessible, openPage, signedIn, startChromium } from '../support/chromium.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { join, newPerson } from '../support/new-store.ts';
import { platform } from '../support/platform.ts';
import type { StockedStore } from '../support/stocked-store.ts';
import { newTillStore, tillOn, type Till } from '../support/till.ts';

const [gateway] = platform().gateways;

describeInBrowser('sales at the point of sale', () => {
  let browser: Browser;
  let store: StockedStore;
  let page: Page;
  let till: Till;

  beforeAll(async () => {
    browser = await startChromium();
    store = await newTillStore(gateway, '7791799590911');
    page = await signedIn(await openPage(browser, gateway), gateway, store.owner);
    till = tillOn(page, '7791799590911');
  });
  afterAll(() => browser.close());
  beforeEach(() => till.open(store));

  const pay = (amount: string) => page.getByLabel(/^(Recibido|Importe)$/).fill(amount);
  const means = (name: string) => page.getByText(name, { exact: true }).click();
  const addPart = () => page.getByRole('button', { name: 'Agregar pago' }).click();
  const count = async () =>
    (await store.client.call(orderRoutes.list, { params: { store: store.id } })).items.length;
  /** Means and amounts of the payments of the last sale. */
  const lastPayments = async () => {
    const params = { store: store.id };
    const [order] = (await store.client.call(orderRoutes.list, { params })).items;
    const { items, balanceCentavos } = await store.client.call(orderRoutes.payments, {
      params: { ...params, order: order!.id },
    });
    return [balanceCentavos, ...items.map(({ gateway: by, amountCentavos }) => [by, amountCentavos])];
  };

  /** Delays the response to the next scan. @returns a function that releases it */
  const holdLookup = async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const release = async (route: Route) => {
      await promise;
      await route.continue();
    };
    await page.route('**/pos/scan?*', release, { times: 1 });
    return () => resolve(undefined);
  };

  test('a sale is paid by several means, with change from the last one, and the receipt lists them', async () => {
    await till.scan();
    await till.total('1.000,00');
    await page.keyboard.press('F9');
    await means('Tarjeta');
    await pay('1.000,01');
    await till.confirm();
    await page
      .getByRole('alert')
      .getByText(/Como máximo \$\s1\.000\./)
      .waitFor();
    await pay('300');
    await page.getByRole('status').filter({ hasText: 'Falta' }).getByText('700,00').waitFor();
    await addPart();
    await means('Transferencia');
    await pay('250,50');
    await addPart();
    await page.getByRole('button', { name: 'Quitar el pago 1: Tarjeta' }).click();
    await means('Tarjeta');
    await pay('349,50');
    await addPart();
    await means('Efectivo');
    await expectAccessible(page);
    await pay('500');
    await page.getByRole('status').filter({ hasText: 'Vuelto' }).getByText('100,00').waitFor();
    await till.confirm();
    await till.sold();
    await page
      .getByRole('dialog')
      .getByRole('status')
      .filter({ hasText: 'Vuelto' })
      .getByText('100,00')
      .waitFor();
    await page.emulateMedia({ media: 'print' });
    const row = (label: string) => page.locator('tr').filter({ hasText: label }).innerText();
    expect(await row('Transferencia')).toMatch(/250,50/);
    expect(await row('Tarjeta')).toMatch(/349,50/);
    expect(await row('Efectivo')).toMatch(/500,00/);
    expect(await row('Vuelto')).toMatch(/100,00/);
    await page.emulateMedia({ media: null });
    expect(await lastPayments()).toEqual([
      0,
      ['bank_transfer', 25_050],
      ['card_terminal', 34_950],
      ['cash', 40_000],
    ]);
  });

  test('a payment waits for a code that is still looked up, and the sale contains its item', async () => {
    await till.scan();
    await till.units(1);
    const release = await holdLookup();
    const prices = page.waitForResponse(/\/pos\/prices/).then(() => 'prices');
    await till.scan();
    await page.keyboard.press('F9');
    // Without the wait, the dialog would open once the prices have arrived.
    expect(await Promise.race([prices, page.waitForTimeout(1_500)])).toBeUndefined();
    expect(await page.getByRole('dialog', { name: 'Cobrar' }).count()).toBe(0);
    release();
    await prices;
    await page.getByRole('dialog', { name: 'Cobrar' }).getByText('2.000,00').first().waitFor();
    await till.confirm();
    await till.sold();
    expect(await lastPayments()).toEqual([0, ['cash', 200_000]]);
    await page.getByRole('button', { name: 'Nueva venta' }).click();
    await till.units(0);

    // A code that is unknown leaves the payment closed.
    await till.scan();
    await till.units(1);
    const releaseUnknown = await holdLookup();
    await till.scan('NOT-A-CODE');
    await page.keyboard.press('F9');
    releaseUnknown();
    await page.getByText('Ningún producto tiene el código NOT-A-CODE.').waitFor();
    expect(await page.getByRole('dialog', { name: 'Cobrar' }).count()).toBe(0);
  });

  test('a seller with the role Sales discounts up to the limit of the store, which the server enforces', async () => {
    const params = { store: store.id };
    const { version, orderExpiryMs } = await store.client.call(orderRoutes.settings, { params });
    const body = { orderExpiryMs, discountLimitBp: 1_000, version };
    await store.client.call(orderRoutes.putSettings, { params, body });
    const seller = await newPerson();
    await join(seller, store.id, 'sales');
    await signedIn(page, gateway, seller);
    await page.reload();
    await page.getByLabel('Sucursal').selectOption(store.shops[0]);
    await till.scan();
    await page.getByText('Como máximo 10 % de descuento.').waitFor();
    await page.getByRole('button', { name: 'Descuento en Yerba mate' }).click();
    const unit = page.getByLabel('Descuento por unidad');
    await unit.fill('11%');
    const warning = page.getByRole('alert').getByText('Tu rol puede descontar como máximo 10 %');
    await warning.waitFor();
    await expect.poll(() => page.getByRole('button', { name: /Cobrar/ }).isDisabled()).toBe(true);
    await unit.fill('10%');
    await warning.waitFor({ state: 'detached' });
    await unit.press('Enter');
    await till.total('900,00');
    // The field stays open while its text is invalid, and the sale is not charged with the discount before it.
    await page.getByRole('button', { name: 'Descuento en Yerba mate' }).click();
    await unit.fill('10,,');
    await page.getByRole('button', { name: /Cobrar/ }).click();
    await page.getByRole('alert').getByText('No se entiende.').waitFor();
    expect(await page.getByRole('dialog', { name: 'Cobrar' }).count()).toBe(0);
    await expect.poll(() => unit.inputValue()).toBe('10,,');
    await unit.fill('10%');
    await unit.press('Enter');
    await till.total('900,00');
    // The limit is lowered while the sale is open.
    const { version: read } = await store.client.call(orderRoutes.settings, { params });
    await store.client.call(orderRoutes.putSettings, {
      params,
      body: { orderExpiryMs, discountLimitBp: 500, version: read },
    });
    await page.keyboard.press('F9');
    await till.confirm();
    await page.getByText('El descuento supera el límite de tu rol.').waitFor();
    await page.getByRole('alert').getByText('Tu rol puede descontar como máximo 5 %').waitFor();
    await page.getByRole('button', { name: 'Descuento en Yerba mate' }).click();
    await unit.fill('5%');
    await unit.press('Enter');
    await page.keyboard.press('F9');
    await till.confirm();
    await till.sold();
    const [order] = (await store.client.call(orderRoutes.list, { params })).items;
    expect(order!.totalCentavos).toBe(95_000);
    await signedIn(page, gateway, store.owner);
  });

  test('a parked sale survives a reload, belongs to its shop, and is resumed or deleted', async () => {
    const park = async (name: string) => {
      await page.getByRole('button', { name: 'En espera', exact: true }).click();
      await page.getByRole('textbox', { name: 'Nombre', exact: true }).fill(name);
      await page.getByRole('button', { name: 'Dejar en espera' }).click();
      await page.getByText('La venta está vacía').waitFor();
    };
    await till.scan();
    await till.scan();
    await till.units(2);
    await park('Mesa 1');
    await till.scan();
    await till.units(1);
    await park('Mesa 2');
    await page.reload();
    const list = page.getByRole('button', { name: '2 ventas en espera' });
    await list.waitFor();
    await page.getByLabel('Sucursal').selectOption(store.shops[1]);
    await list.waitFor({ state: 'detached' });
    await page.getByLabel('Sucursal').selectOption(store.shops[0]);
    await till.scan();
    await till.units(1);
    await list.click();
    const row = (name: string) => page.getByRole('dialog').getByRole('listitem').filter({ hasText: name });
    await row('Mesa 1').getByText('2.000,00').waitFor();
    await expectAccessible(page);
    await row('Mesa 2').getByRole('button', { name: 'Borrar' }).click();
    await page.getByRole('dialog', { name: 'Borrar' }).getByRole('button', { name: 'Borrar' }).click();
    await row('Mesa 2').waitFor({ state: 'detached' });
    await row('Mesa 1').getByRole('button', { name: 'Retomar' }).click();
    await till.units(2);
    // The sale that was at hand took its place.
    await page.getByRole('button', { name: '1 venta en espera' }).click();
    await row('Mesa 1').getByText('1.000,00').waitFor();
    // Another tab resumes it, and parks the sale at hand instead: this tab must not resume it too.
    const tab = await page.context().newPage();
    await tab.goto(`/stores/${store.id}/pos`);
    await tab.getByRole('button', { name: '1 venta en espera' }).click();
    await tab.getByRole('button', { name: 'Retomar' }).click();
    await row('Mesa 1').getByText('2.000,00').waitFor();
    await tab.close();
  });

  test('a sale that the browser cannot store is not sent, and can be confirmed when there is storage', async () => {
    const before = await count();
    await till.scan();
    await till.units(1);
    await page.evaluate(() => {
      let text = '';
      for (let size = 8_000_000; size >= 1; size = Math.floor(size / 2))
        try {
          localStorage.setItem('fill', text + 'x'.repeat(size));
          text += 'x'.repeat(size);
        } catch {
          // Too large: a smaller part follows.
        }
    });
    await page.keyboard.press('F9');
    await till.confirm();
    await page.getByText('El navegador no tiene más espacio.').first().waitFor();
    expect(await count()).toBe(before);
    await page.evaluate(() => localStorage.removeItem('fill'));
    await till.confirm();
    await till.sold();
    expect(await count()).toBe(before + 1);
  });

  test('a sale of 0 is made without a payment', async () => {
    await till.scan();
    await page.getByLabel('Descuento', { exact: true }).fill('100%');
    await till.total('0,00');
    await page.keyboard.press('F9');
    await till.confirm();
    await till.sold();
    expect(await lastPayments()).toEqual([0]);
  });
});
