import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { expectAccessible, openPage, signedIn, startChromium } from '../support/chromium.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { AppClient } from '../support/install-app.ts';
import { allScopes, newApp } from '../support/new-app.ts';
import { newOrder } from '../support/new-order.ts';
import { platform } from '../support/platform.ts';
import { platformSql } from '../support/platform-sql.ts';
import { WritingClient } from '../support/writes.ts';

const { gateways, demo } = platform();
const [gateway] = gateways;
const store = demo.stores[1];

describeInBrowser('changes of an order in a browser', () => {
  let browser: Browser;
  let api: WritingClient;
  let shop: string;
  let product: string;
  const sku = `CHG-${Date.now()}`;
  const name = `Termo ${sku}`;

  beforeAll(async () => {
    browser = await startChromium();
    const { access_token } = await new AppClient(gateway, await newApp(allScopes())).install(store.owner);
    api = new WritingClient(gateway, access_token);
    shop = (await api.get('/shops?limit=1')).body.data[0].id;
    const write = (method: string, path: string, body: object) =>
      api.send(method, path, { key: `${sku} ${path}`, body });
    product = (await write('POST', '/products', { name, sku })).body.data.id;
    await write('PUT', `/prices/${product}`, { price: 1500 });
    await write('POST', '/stock/adjustments', { shop, product, delta: 10 });
  });
  afterAll(() => browser.close());

  const opened = async (path: string) => {
    const page = await signedIn(await openPage(browser, gateway), gateway, store.owner);
    await page.goto(`/stores/${store.id}/${path}`);
    return page;
  };
  const stockNow = async () => {
    const { on_hand, available } = (await api.get(`/stock?shop=${shop}&product=${product}`)).body.data[0];
    return [on_hand, available];
  };

  test('an order is edited, paid in two parts, shipped, and one unit comes back broken and is refunded', async () => {
    const order = await newOrder(store.id, shop, product);
    const page = await opened(`orders/${order.id}`);
    await page.getByRole('link', { name: 'Editar productos' }).click();
    await page.getByLabel(`Cantidad de ${name}`).fill('3');
    await page.getByLabel('Descripción').fill('Grabado');
    await page.getByLabel('Precio', { exact: true }).fill('1.000');
    await page.getByRole('button', { name: 'Agregar ítem libre' }).click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Guardar cambios' }).click();
    const historyOf = page.getByRole('region', { name: 'Historial' });
    await historyOf.getByText('Se editó el pedido: de $ 1.500,00 a $ 5.500,00').waitFor();
    expect(await stockNow()).toEqual([10, 7]);

    const payment = page.getByRole('region', { name: 'Pago' });
    for (const [how, amount] of [
      ['Llegó la transferencia', '2.000'],
      ['Se cobró al entregar', '3.500'],
    ] as const) {
      await payment.getByRole('button', { name: 'Registrar pago' }).click();
      const dialog = page.getByRole('dialog', { name: 'Registrar pago' });
      await dialog.getByLabel(how).check();
      await dialog.getByLabel('Importe').fill(amount);
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Registrar', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
      await payment.getByRole('list', { name: 'Movimientos' }).getByText(`$ ${amount},00`).waitFor();
    }
    await historyOf.getByText('Pago parcial: $ 2.000,00 (Transferencia)').waitFor();
    await historyOf.getByText('Pago: Pagado · $ 3.500,00 (Efectivo)').waitFor();

    await page.getByRole('button', { name: 'Pasar a “Enviado”' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pasar a “Enviado”' }).click();
    await page.getByRole('link', { name: 'Registrar devolución' }).click();
    await page.getByLabel(`Unidades devueltas de ${name}`).fill('1');
    await page.getByLabel(`${name} vuelve al stock`).uncheck({ force: true });
    await page.getByLabel('Devolver dinero ahora').check({ force: true });
    await page.getByLabel('Motivo (opcional)').fill('Llegó roto');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Registrar devolución' }).click();
    await historyOf.getByText('“Llegó roto”').waitFor();
    await historyOf.getByText('Devolución: $ 1.500,00').waitFor();
    await expectAccessible(page);

    const { data } = (await api.get(`/orders/${order.id}`)).body;
    expect(data).toMatchObject({ status: 'shipped', total: 4000, payment: { status: 'paid' } });
    expect(data.line_items.map((line: { quantity: number }) => line.quantity)).toEqual([2, 1]);
    expect(await stockNow()).toEqual([9, 7]);
    await page.context().close();
  });

  test('an order that is paid in part and handed over asks for the rest and its means', async () => {
    const page = await opened('orders/new');
    await page.getByLabel('Descripción').fill('Grabado a mano');
    await page.getByLabel('Precio', { exact: true }).fill('1.500');
    await page.getByRole('button', { name: 'Agregar ítem libre' }).click();
    await page.getByRole('button', { name: 'Crear pedido' }).click();
    await page.getByRole('heading', { name: /^Pedido #\d+/ }).waitFor();
    const pay = async (how: string, amount?: string) => {
      const dialog = page.getByRole('dialog', { name: 'Registrar pago' });
      await dialog.getByLabel(how).check();
      if (amount !== undefined) await dialog.getByLabel('Importe').fill(amount);
      await dialog.getByRole('button', { name: 'Registrar', exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await page.getByRole('region', { name: 'Pago' }).getByRole('button', { name: 'Registrar pago' }).click();
    await pay('Llegó la transferencia', '500');
    await page.getByRole('button', { name: 'Cancelar pedido' }).click();
    const ending = page.getByRole('dialog', { name: /^Cancelar el pedido/ });
    await ending.getByText(/^Se cobraron \$\s500,00, que quedan como devueltos\./).waitFor();
    await ending.getByRole('button', { name: 'Volver' }).click();
    await ending.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Pasar a “Entregado”' }).click();
    const dialog = page.getByRole('dialog', { name: 'Pasar a “Entregado”' });
    await dialog.getByLabel('Nota').fill('Lo retira el hermano');
    await dialog.getByRole('button', { name: 'Pasar a “Entregado”' }).click();
    await dialog.getByText('Antes de entregarlo hay que confirmar que se cobró.').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Registrar pago' }).click();
    await pay('Se cobró al entregar');
    // The note is kept while the payment is recorded.
    await expect.poll(() => dialog.getByLabel('Nota').inputValue()).toBe('Lo retira el hermano');
    await dialog.getByRole('button', { name: 'Pasar a “Entregado”' }).click();
    await dialog.waitFor({ state: 'detached' });
    const entries = page.getByRole('list', { name: 'Movimientos' }).getByRole('listitem');
    await expect
      .poll(() => entries.allTextContents())
      .toEqual([
        expect.stringMatching(/Transferencia.*500,00/s),
        expect.stringMatching(/Efectivo.*1\.000,00/s),
      ]);
    await page
      .getByRole('region', { name: 'Historial' })
      .getByText('Pago: Pagado · $ 1.000,00 (Efectivo)')
      .waitFor();
    await page.getByText('“Lo retira el hermano”').waitFor();
    await page.context().close();
  });

  test('an edit of an order that another person changed keeps what was typed, and starts over when asked to', async () => {
    const order = await newOrder(store.id, shop, product);
    const page = await opened(`orders/${order.id}/edit`);
    const quantity = page.getByLabel(`Cantidad de ${name}`);
    await quantity.fill('4');
    await api.send('POST', `/orders/${order.id}/status`, {
      key: `${sku} ${order.id}`,
      body: { status: 'confirmed' },
    });
    await page.getByRole('button', { name: 'Guardar cambios' }).click();
    const again = page.getByRole('button', { name: 'Cargar el pedido actual' });
    await again.waitFor();
    await expect.poll(() => quantity.inputValue()).toBe('4');
    await expectAccessible(page);
    await again.click();
    await again.waitFor({ state: 'detached' });
    await expect.poll(() => quantity.inputValue()).toBe('1');
    await quantity.fill('2');
    await page.getByRole('button', { name: 'Guardar cambios' }).click();
    await page.getByRole('region', { name: 'Historial' }).getByText('Se editó el pedido').waitFor();
    await page.context().close();
  });

  test('an order whose history expired says so above the entries that were added since', async () => {
    const order = await newOrder(store.id, shop, product);
    await platformSql('orders', 'delete from order_event where store_id = $1 and order_id = $2', [
      store.id,
      order.id,
    ]);
    const page = await opened(`orders/${order.id}`);
    const history = page.getByRole('region', { name: 'Historial' });
    await history.getByText('Las entradas anteriores ya no se muestran.').waitFor();
    await page.getByLabel('Agregar nota').first().fill('Cliente de siempre');
    await page.getByRole('button', { name: 'Agregar nota' }).click();
    await history.getByText('“Cliente de siempre”').waitFor();
    await history.getByText('Las entradas anteriores ya no se muestran.').waitFor();
    await expectAccessible(page);
    await page.context().close();
  });

  test('a note is kept in the history, and "Cancel order" never stands beside "Cancel"', async () => {
    const order = await newOrder(store.id, shop, product);
    const page = await opened(`orders/${order.id}`);
    await page.getByLabel('Agregar nota').first().fill('Llama antes de pasar');
    // A note that fails says so, and stays in its field.
    await page.route('**/notes', (route) => route.fulfill({ status: 404, json: {} }), { times: 1 });
    await page.getByRole('button', { name: 'Agregar nota' }).click();
    await page.getByRole('region', { name: 'Historial' }).getByRole('alert').waitFor();
    const note = page.getByLabel('Agregar nota').first();
    await expect.poll(() => note.inputValue()).toBe('Llama antes de pasar');
    await page.getByRole('button', { name: 'Agregar nota' }).click();
    await page.getByText('“Llama antes de pasar”').waitFor();
    await page.getByRole('button', { name: 'Cancelar pedido' }).click();
    const dialog = page.getByRole('dialog');
    await expect
      .poll(() => dialog.getByRole('button').allTextContents())
      .toEqual(['', 'Volver', 'Cancelar pedido']);
    await page.context().close();
  });

  test('selected orders move to their next step with an answer for each, and are printed together', async () => {
    const orders = [
      await newOrder(store.id, shop, product),
      await newOrder(store.id, shop, product),
    ] as const;
    const page = await opened('orders');
    for (const { orderNumber } of orders)
      await page.getByLabel(`Elegir el pedido ${orderNumber}`, { exact: true }).check();
    const bar = page.getByRole('region', { name: 'Pedidos elegidos' });
    await bar.getByText('2 elegidos').waitFor();
    await expectAccessible(page);
    await bar.getByRole('button', { name: 'Pasar al paso siguiente' }).click();
    for (const { orderNumber } of orders)
      await bar.getByText(`#${orderNumber}: pasó a “Confirmado”.`).waitFor();
    await bar.getByRole('link', { name: 'Imprimir comprobantes' }).waitFor({ state: 'detached' });
    for (const { orderNumber } of orders)
      await page.getByLabel(`Elegir el pedido ${orderNumber}`, { exact: true }).check();
    await bar.getByRole('link', { name: 'Imprimir comprobantes' }).click();
    for (const { orderNumber } of orders)
      await page.getByRole('heading', { name: `Pedido #${orderNumber}` }).waitFor();
    await expect.poll(() => page.getByRole('article').count()).toBe(2);
    await expectAccessible(page);
    await page.context().close();
  });
});
