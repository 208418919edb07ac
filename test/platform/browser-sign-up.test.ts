// covers: web, gateway, services/auth, services/catalog, services/orders
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { shopRoutes } from '@commerce/console-api/routes/shops.ts';
import type { Browser, Page } from 'playwright-core';
import { expectAccessible, openPage, problemsOf, startChromium } from '../support/chromium.ts';
import { ConsoleClient } from '../support/console-client.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { AppClient } from '../support/install-app.ts';
import { linkMailedTo, mailTo } from '../support/mail-page.ts';
import { newApp } from '../support/new-app.ts';
import { platform } from '../support/platform.ts';

const [gateway] = platform().gateways;
const PASSWORD = 'una clave bien distinta';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describeInBrowser('a merchant in a browser', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await startChromium();
  });
  afterAll(() => browser.close());

  test('a merchant signs up through the emailed link, lands on the first steps, and these know what is done', async () => {
    const email = `${randomUUID()}@example.com`;
    const page = await openPage(browser, gateway);
    await page.goto('/sign-in');
    await page.getByRole('link', { name: 'Abrí tu tienda gratis' }).click();
    await page.getByLabel('Nombre de tu tienda').fill('Kiosco <b>Ñandú');
    await page.getByLabel('Tu nombre').fill('Rosa Paz');
    await page.getByLabel('Correo electrónico').fill(email);
    await expectAccessible(page);
    await button(page, 'Crear la tienda').click();
    await page.getByText('Te enviamos un enlace').waitFor();
    expect(await mailTo(email, 'abrir tu tienda en Mostrador')).not.toContain('Ñandú');

    await page.goto(await linkMailedTo(email, 'verify-email'));
    await page.getByText('«Kiosco <b>Ñandú»').waitFor();
    await page.getByLabel('Contraseña nueva').fill(PASSWORD);
    await page.getByLabel('Calle').fill('San Martín');
    await page.getByLabel('Altura').fill('450');
    await page.getByLabel('Localidad').fill('Rosario');
    await page.getByLabel('Código postal').fill('2000');
    await page.getByLabel('Teléfono').fill('341 555-0102');
    await expectAccessible(page);
    await button(page, 'Abrir mi tienda').click();
    await page.waitForURL(/\/stores\/sto_/);
    const store = page.url().split('/').at(-1)!;
    const steps = page.getByRole('region', { name: 'Primeros pasos' });
    await steps.getByText('1 de 4').waitFor();
    await steps.getByText('(Hecho)').waitFor();
    await expectAccessible(page);

    const owner = { email, password: PASSWORD };
    const client = await ConsoleClient.of(gateway, owner);
    const { items: shops } = await client.call(shopRoutes.list, { params: { store }, query: {} });
    expect(shops).toMatchObject([
      {
        name: 'Kiosco <b>Ñandú',
        email,
        phone: '341 555-0102',
        address: { street: 'San Martín', streetNumber: 450, city: 'Rosario', postalCode: '2000' },
      },
    ]);
    await steps.getByRole('link', { name: 'Cargar un producto' }).click();
    await page.getByRole('heading', { level: 1, name: 'Productos' }).waitFor();
    const { id: made } = await client.call(productRoutes.create, {
      params: { store },
      body: { name: 'Mate' },
    });
    const params = { store, product: made };
    const { updatedAt: version } = (await client.call(productRoutes.get, { params })).product;
    await client.call(productRoutes.update, { params, body: { publish: true, isActive: true, version } });
    await new AppClient(gateway, await newApp(['read_products'])).install(owner);
    await page.goto(`/stores/${store}`);
    await steps.getByText('3 de 4').waitFor();
    await button(page, 'Ocultar').click();
    await steps.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Kiosco <b>Ñandú' }).waitFor();
    expect(await steps.count()).toBe(0);
    expect(problemsOf(page)).toEqual([]);
    await page.context().close();
  });
});
