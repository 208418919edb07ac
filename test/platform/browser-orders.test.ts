import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import { longTest } from '@commerce/service-kit/testing/level.ts';
import { expectAccessible, openPage, settled, signedIn, startChromium } from '../support/chromium.ts';
import { ConsoleClient } from '../support/console-client.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { AppClient } from '../support/install-app.ts';
import { allScopes, newApp } from '../support/new-app.ts';
import { join, newPerson } from '../support/new-store.ts';
import { platform } from '../support/platform.ts';
import { scanCode } from '../support/scan.ts';
import { receiveWebhooks, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { WritingClient } from '../support/writes.ts';
import { addEndpoint } from '../support/webhook-endpoint.ts';

const { gateways, demo } = platform();
const [gateway] = gateways;
const store = demo.stores[1];

/** A line of the cart. */
const line = (page: Page) => page.getByRole('region', { name: 'Venta' }).getByRole('listitem');

describeInBrowser('orders and point of sale in a browser', () => {
  let browser: Browser;
  let receiver: WebhookReceiver;
  let api: WritingClient;
  let shop: string;
  const sku = `POS-${Date.now()}`;
  const since = new Date().toISOString();

  beforeAll(async () => {
    browser = await startChromium();
    receiver = await receiveWebhooks();
    const app = await newApp(allScopes());
    await addEndpoint(app.client_id, receiver.url('/pos'), ['order.created', 'order.paid']);
    const { access_token } = await new AppClient(gateway, app).install(store.owner);
    api = new WritingClient(gateway, access_token);
    shop = (await api.get('/shops?limit=1')).body.data[0].id;
    const write = (method: string, path: string, body: object) =>
      api.send(method, path, { key: `${sku} ${path}`, body });
    const product = (await write('POST', '/products', { name: 'Mate de prueba', sku })).body.data.id;
    await write('PUT', `/prices/${product}`, { price: 1500 });
    await write('POST', '/stock/adjustments', { shop, product, delta: 3 });
  });
  afterAll(async () => {
    await browser.close();
    await receiver.close();
  });

  const opened = async (path: string, view = {}): Promise<Page> => {
    const page = await signedIn(await openPage(browser, gateway, view), gateway, store.owner);
    await page.goto(`/stores/${store.id}/${path}`);
    return page;
  };
  const sales = async () =>
    (
      await api.get(`/orders?shop=${shop}&status=delivered&limit=100&updated_since=${since}`)
    ).body.data.filter((order: { line_items: { sku?: string }[] }) =>
      order.line_items.some((item) => item.sku === sku),
    );
  const scan = (page: Page) => scanCode(page, sku);

  test('a sale by scanner and keyboard is made once however often it is clicked, and an installed app receives it', async () => {
    const page = await opened('pos', { width: 1024, height: 768 });
    await page.getByLabel('Sucursal').selectOption(shop);
    await settled(page);
    await page.getByRole('heading', { name: 'Punto de venta' }).click();
    await scan(page);
    await line(page).filter({ hasText: 'Mate de prueba' }).waitFor();
    await scan(page);
    await line(page).getByText('3.000,00').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('F9');
    await page.getByLabel('Recibido').fill('5000');
    await page.getByRole('status').filter({ hasText: 'Vuelto' }).getByText('2.000,00').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Confirmar venta' }).dblclick();
    await page.getByRole('heading', { name: /Venta #\d+/ }).waitFor();
    await expectAccessible(page);
    // Other files sell in this store too.
    const received = await receiver.until(
      '/pos',
      ({ body: { type, data } }) => type === 'order.paid' && data.line_items[0].sku === sku,
    );
    expect(received.body.data).toMatchObject({ source: 'pos', status: 'delivered' });
    expect(received.body.data.line_items).toMatchObject([{ sku, quantity: 2 }]);
    expect(await sales()).toHaveLength(1);
    await page.getByRole('button', { name: 'Nueva venta' }).click();
    await page.getByText('La venta está vacía').waitFor();
    await page.context().close();
  });

  longTest(
    'a cart is hidden from the next person in the same browser and shown to its seller again',
    async () => {
      const page = await opened('pos');
      await page.getByLabel('Sucursal').selectOption(shop);
      await scan(page);
      await line(page).filter({ hasText: 'Mate de prueba' }).waitFor();
      const next = await newPerson();
      await join(next, store.id, 'sales');
      await signedIn(page, gateway, next);
      await page.reload();
      await page.getByText('La venta está vacía').waitFor();
      await signedIn(page, gateway, store.owner);
      await page.reload();
      await line(page).filter({ hasText: 'Mate de prueba' }).waitFor();
      await page.context().close();
    },
  );

  longTest('insufficient stock is shown at the line and nothing is sold', async () => {
    const page = await opened('pos');
    await page.getByLabel('Sucursal').selectOption(shop);
    await scan(page);
    await page
      .getByText('Ningún producto tiene')
      .or(line(page).filter({ hasText: 'Mate de prueba' }))
      .waitFor();
    await page.getByLabel('Cantidad de Mate de prueba').fill('9');
    await line(page).getByRole('alert').waitFor();
    await page.getByRole('button', { name: /Cobrar/ }).click();
    await page.getByRole('button', { name: 'Confirmar venta' }).click();
    await page.getByText('La venta no se hizo').waitFor();
    expect(await sales()).toHaveLength(1);
    await page.context().close();
  });

  longTest(
    'a manual order is found by its filters, changes status, is paid and cancelled, and its history shows every step',
    async () => {
      const page = await opened('orders/new');
      await page.getByLabel('Descripción').fill('Grabado a mano');
      await page.getByLabel('Precio', { exact: true }).fill('1200');
      await page.getByRole('button', { name: 'Agregar ítem libre' }).click();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Crear pedido' }).click();
      const heading = page.getByRole('heading', { name: /^Pedido #\d+/ });
      await heading.waitFor();
      const number = (await heading.textContent())!.replaceAll(/\D/g, '');
      await page.getByRole('button', { name: 'Pasar a “Confirmado”' }).click();
      await page.getByLabel('Nota (opcional)').fill('Pasa el martes');
      await page.getByRole('dialog').getByRole('button', { name: 'Pasar a “Confirmado”' }).click();
      await page.getByText('“Pasa el martes”').waitFor();
      await page.getByRole('button', { name: 'Registrar pago' }).click();
      await page.getByLabel('Llegó la transferencia').check();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Registrar', exact: true }).click();
      await page.getByRole('region', { name: 'Historial' }).getByText('Pago: Pagado').waitFor();
      await expectAccessible(page);

      await page.goto(`/stores/${store.id}/orders?status=confirmed&payment=paid&source=phone&q=${number}`);
      await page.getByRole('button', { name: `Vista rápida del pedido ${number}` }).click();
      await page.getByRole('dialog').getByText('Grabado a mano').waitFor();
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Ver el pedido completo' }).click();
      await page.getByRole('button', { name: 'Cancelar pedido' }).click();
      await page.getByLabel('Motivo (opcional)').fill('Se arrepintió');
      await page.getByRole('dialog').getByRole('button', { name: 'Cancelar pedido' }).click();
      await page.getByText('“Se arrepintió”').waitFor();
      await page.getByRole('region', { name: 'Historial' }).getByText('Devolución: $ 1.200,00').waitFor();
      await page.getByRole('link', { name: 'Imprimir comprobante' }).click();
      await page.getByRole('cell', { name: 'Grabado a mano' }).waitFor();
      await expectAccessible(page);
      await page.context().close();
    },
  );

  longTest('the slip of a partly paid order shows what is to be collected', async () => {
    const client = await ConsoleClient.of(gateway, store.owner);
    const { order } = await client.call(orderRoutes.create, {
      params: { store: store.id },
      body: {
        source: 'phone',
        shopId: shop,
        lines: [{ name: 'Grabado a mano', unitPriceCentavos: 100_000, quantity: 1 }],
        paymentGateway: 'cash',
        discountCentavos: 0,
      },
    });
    await client.call(orderRoutes.setPayment, {
      params: { store: store.id, order: order.id },
      body: { outcome: 'confirmed', gateway: 'cash', amountCentavos: 40_000, version: order.updatedAt },
    });
    const page = await opened(`orders/${order.id}/slip`);
    await page.getByText(/^A cobrar: \$\s600,00 · Efectivo$/).waitFor();
    await page.context().close();
  });

  longTest('the status flow is edited by keyboard and the expiry of unpaid orders is set', async () => {
    const page = await opened('settings/status-flow');
    await page.getByRole('button', { name: 'Agregar paso' }).click();
    await page.keyboard.type('En camino');
    await page.getByRole('button', { name: 'Subir En camino' }).press('Enter');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.getByText('Los estados quedaron guardados.').waitFor();
    await page.reload();
    await page.locator('input[value="En camino"]').waitFor();
    await page.getByRole('button', { name: 'Quitar En camino' }).click();
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.getByText('Los estados quedaron guardados.').waitFor();

    await page.goto(`/stores/${store.id}/settings/orders`);
    await page.getByLabel('Vencen después de').fill('36');
    await page.getByLabel('Unidad de tiempo').selectOption('hours');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.getByText('La configuración se guardó.').waitFor();
    await page.getByLabel('Vencen después de').fill('48');
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.context().close();
  });
});
