// covers: web, gateway, services/auth, services/customers, services/orders
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerRoutes } from '@commerce/console-api/routes/customers.ts';
import { orderRoutes } from '@commerce/console-api/routes/orders.ts';
import type { Browser, Page } from 'playwright-core';
import { expectAccessible, openPage, signedIn, startChromium } from '../support/chromium.ts';
import { ConsoleClient } from '../support/console-client.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { newStockedStore } from '../support/stocked-store.ts';
import { newStore, type TestStore } from '../support/new-store.ts';
import { platform } from '../support/platform.ts';

const { gateways, demo } = platform();
const [gateway] = gateways;

describeInBrowser('customers, shops and dashboard in a browser', () => {
  let browser: Browser;
  let store: TestStore;
  let page: Page;

  beforeAll(async () => {
    browser = await startChromium();
    store = await newStore('enterprise', { name: 'Almacén de prueba' });
    page = await signedIn(await openPage(browser, gateway), gateway, store.owner);
  });
  afterAll(() => browser.close());

  test('a customer is added, found regardless of accents, tagged, and erased after typing the confirmation word', async () => {
    await page.goto(`/stores/${store.id}/customers`);
    await page.getByText('Todavía no hay nadie').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Agregar cliente' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Nuevo cliente' }).waitFor();
    await page.getByLabel('Nombre').fill('Ñandú Gómez');
    await page.getByLabel('Correo electrónico').fill('not an address');
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.getByText('Revisá los campos marcados.').waitFor();
    await page.getByLabel('Correo electrónico').fill('nandu@example.com');
    await page.getByRole('button', { name: 'Agregar dirección' }).click();
    await page.getByLabel('Calle').fill('Av. Rivadavia');
    await page.getByLabel('Altura').fill('123');
    await page.getByLabel('Localidad').fill('Morón');
    await page.getByLabel('Provincia').fill('Buenos Aires');
    await page.getByLabel('Código postal').fill('1708');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ñandú Gómez' }).waitFor();
    await page.getByLabel('Etiquetas').first().fill('mayorista');
    await page.keyboard.press('Enter');
    await page.getByText('mayorista').first().waitFor();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Clientes' }).click();
    await page.getByRole('searchbox', { name: /^Buscar/ }).fill('nandu gomez');
    await page.waitForURL(/q=nandu\+gomez/);
    await page.getByRole('link', { name: 'Ñandú Gómez' }).click();

    await page.getByText('Al día').waitFor();
    await page.getByLabel('Nota nueva').fill('Prefiere que la llamen\nChela <b>');
    await page.getByRole('button', { name: 'Agregar nota' }).click();
    await page.getByText('Prefiere que la llamen\nChela <b>').waitFor();
    await page
      .getByText(/^Test person · |^Ana · /)
      .first()
      .waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Pidió sus datos' }).click();
    const request = page.getByRole('dialog');
    await request.getByText('customers.data_request').waitFor();
    await expectAccessible(page);
    await request.getByRole('button', { name: 'Pidió sus datos' }).click();
    await page.getByText(/^Pedido de datos, registrado por/).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Descargar sus datos (JSON)' }).click(),
    ]);
    const file = JSON.parse(await readFile(await download.path(), 'utf8')) as object;
    expect(file).toMatchObject({
      customer: {
        name: 'Ñandú Gómez',
        email: 'nandu@example.com',
        shipping_addresses: [{ city: 'Morón' }],
        notes: [{ text: 'Prefiere que la llamen\nChela <b>' }],
      },
      orders: [],
    });
    await page.reload();
    await page.getByText(/^Última descarga/).waitFor();

    await page.getByRole('button', { name: 'Borrar sus datos' }).click();
    const question = page.getByRole('dialog');
    await question.getByLabel(/BORRAR/).waitFor();
    await expect
      .poll(() => question.getByRole('button', { name: 'Borrar sus datos' }).isDisabled())
      .toBe(true);
    await question.getByLabel(/BORRAR/).fill('BORRAR');
    await expectAccessible(page);
    await question.getByRole('button', { name: 'Borrar sus datos' }).click();
    await page.getByRole('heading', { level: 1, name: 'Cliente borrado' }).waitFor();
    await page.getByText('Completo').waitFor();
    await expectAccessible(page);
    expect(await page.getByRole('textbox').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Pidió sus datos' }).count()).toBe(0);
    await page.goto(`/stores/${store.id}/customers`);
    await page.getByText('Todavía no hay nadie').waitFor();
    await page.getByRole('tab', { name: 'Borrados' }).click();
    await page.getByRole('link', { name: 'Cliente borrado' }).waitFor();
    await expectAccessible(page);
  });

  test('a file is checked and imported, also when an answer is lost, and the exported file changes nothing', async () => {
    const shop = await newStore('enterprise');
    const owner = await signedIn(await openPage(browser, gateway), gateway, shop.owner);
    const upload = (content: string) =>
      owner
        .locator('input[type=file]')
        .setInputFiles({ name: 'clientes.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
    const figure = (name: string) => owner.locator('dl > div', { hasText: name }).locator('dd');
    await owner.goto(`/stores/${shop.id}/customers`);
    await owner.getByRole('link', { name: 'Importar' }).click();
    await owner.getByRole('heading', { level: 1, name: 'Importar clientes' }).waitFor();
    await upload('Nombre;Localidad\r\nAna;Rosario\r\n');
    await owner.getByText('Estas son las que tiene: Nombre, Localidad.').waitFor();
    await expectAccessible(owner);

    const address = 'Mitre;12;Rosario;Santa Fe;2000;"=2+2\nTocar ""B"""';
    const many = Array.from({ length: 250 }, (_, n) => `Persona ${n};p${n}@example.com;;;;;;;;\r\n`).join('');
    await upload(
      'Nombre;Correo;Teléfono;Etiquetas;Calle;Altura;Localidad;Provincia;CP;Indicaciones;Fax\r\n' +
        `Ana 🧉;ana@example.com;11 5555-0001;"vip, ""feria; 2026""";${address};1\r\n` +
        'Sin datos;;;;;;;;;;\r\n' +
        'Mal;mal@;;;;;;;;;\r\n' +
        many,
    );
    await owner.getByText('No usamos estas columnas: Fax.').waitFor();
    await owner.getByText('Falta el correo o el teléfono.').waitFor();
    await owner.getByText('El correo no es válido.').waitFor();
    await expect.poll(() => figure('Nuevos').textContent()).toBe('251');
    await expect.poll(() => figure('Con problemas').textContent()).toBe('2');
    await expectAccessible(owner);
    const [refused] = await Promise.all([
      owner.waitForEvent('download'),
      owner.getByRole('button', { name: 'Descargar estas filas' }).click(),
    ]);
    expect((await readFile(await refused.path(), 'utf8')).trimEnd().split('\r\n')).toHaveLength(3);

    // The second part is done, and its answer is lost until the person goes on.
    let parts = 0;
    await owner.route('**/customer-imports', async (route) => {
      if (++parts < 2 || parts > 4) return route.continue();
      await route.fetch();
      await route.abort();
    });
    await owner.getByRole('button', { name: 'Importar 251 clientes' }).click();
    await owner.getByText('Se cortó la conexión.').waitFor();
    await owner.getByRole('button', { name: 'Seguir' }).click();
    await owner.getByText('La importación terminó').waitFor();
    await expect.poll(() => figure('Nuevos').textContent()).toBe('251');
    await expectAccessible(owner);
    await owner.getByRole('link', { name: 'Ver los clientes' }).click();
    await owner.getByRole('link', { name: 'Ana 🧉' }).or(owner.getByText('Persona 249')).first().waitFor();

    const [download] = await Promise.all([
      owner.waitForEvent('download'),
      owner.getByRole('link', { name: 'Exportar' }).click(),
    ]);
    const exported = await readFile(await download.path(), 'utf8');
    expect(exported).toContain('"\'=2+2\nTocar ""B"""');
    await owner.getByRole('link', { name: 'Importar' }).click();
    await upload(exported);
    await owner.getByText('No hay nada para importar').waitFor();
    await expect.poll(() => figure('Sin cambios').textContent()).toBe('251');
  });

  test('the page of a customer shows what they bought and what they owe, with links to the orders', async () => {
    const stocked = await newStockedStore(gateway);
    const { client, id, shops, product } = stocked;
    const params = { store: id };
    const fields = { email: '', phone: '', dni: '', shippingAddresses: [], isContact: false };
    const { id: customer } = await client.call(customerRoutes.create, {
      params,
      body: { ...fields, name: 'Rosa' },
    });
    const order = (paymentGateway: 'cash' | 'credit_account') =>
      client.call(orderRoutes.create, {
        params,
        body: {
          source: 'phone',
          shopId: shops[0],
          customerId: customer,
          lines: [
            { productId: product.id, quantity: 1 },
            { name: 'Flete', unitPriceCentavos: 150_000, quantity: 2 },
          ],
          paymentGateway,
          discountCentavos: 0,
        },
      });
    await order('cash');
    const { order: owed } = await order('credit_account');
    const buyer = await signedIn(await openPage(browser, gateway), gateway, stocked.owner);
    await buyer.goto(`/stores/${id}/customers/${customer}`);
    const summary = buyer.getByRole('region', { name: 'Resumen' });
    await summary.getByText('1 pedido sin pagar').waitFor();
    await expectAccessible(buyer);
    await summary.getByRole('link', { name: '2', exact: true }).click();
    await buyer.waitForURL(new RegExp(`orders\\?customer=${customer}`));
    await buyer
      .getByRole('link', { name: new RegExp(owed.orderNumber) })
      .first()
      .waitFor();
    await buyer.context().close();
  });

  test('a contact can be converted to a customer', async () => {
    const owner = await ConsoleClient.of(gateway, store.owner);
    const fields = { phone: '', dni: '', shippingAddresses: [], isContact: true };
    await owner.call(customerRoutes.create, {
      params: { store: store.id },
      body: { ...fields, name: 'Pía Contacto', email: 'pia@example.com' },
    });
    await page.goto(`/stores/${store.id}/customers?kind=contact`);
    await page.getByRole('link', { name: 'Pía Contacto' }).click();
    await page.getByRole('button', { name: 'Convertir en cliente' }).click();
    await page.getByRole('button', { name: 'Guardar' }).waitFor();
    await page.goto(`/stores/${store.id}/customers`);
    await page.getByRole('link', { name: 'Pía Contacto' }).waitFor();
  });

  test('a shop is added with opening hours and edited', async () => {
    await page.goto(`/stores/${store.id}/shops`);
    await page.getByRole('link', { name: 'Agregar sucursal' }).first().click();
    await page.getByLabel('Nombre').fill('Centro');
    await page.getByLabel('Teléfono').fill('11 5555-0101');
    await page.getByLabel('Correo electrónico').fill('centro@example.com');
    await page.getByRole('textbox', { name: 'Calle', exact: true }).fill('Av. Corrientes');
    await page.getByLabel('Localidad').fill('Buenos Aires');
    await page.getByLabel('Código postal').fill('1043');
    await page.getByRole('button', { name: 'Agregar un horario el lunes' }).click();
    await page.getByLabel('Cierra el lunes').fill('13:30');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.getByRole('link', { name: 'Centro' }).click();
    await page.getByRole('heading', { level: 1, name: 'Centro' }).waitFor();
    await expect.poll(() => page.getByLabel('Cierra el lunes').inputValue()).toBe('13:30');
    await page.getByLabel('Nombre').fill('Centro y Once');
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.getByRole('link', { name: 'Centro y Once' }).waitFor();
  });

  test('the dashboard of a store shows the sales of each period', async () => {
    const seller = await signedIn(await openPage(browser, gateway), gateway, demo.stores[0].owner);
    await seller.goto(`/stores/${demo.stores[0].id}`);
    await seller.getByRole('heading', { name: 'Ventas por día' }).waitFor();
    await seller.locator('.recharts-surface').first().waitFor();
    await expectAccessible(seller);
    await seller.getByText('90 días').click();
    await seller.waitForURL(/days=90/);
    await seller.getByRole('table', { name: 'Lo más vendido' }).getByRole('link').first().waitFor();
    await seller.context().close();
  });
});
