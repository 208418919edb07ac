// covers: web, gateway, services/auth, services/webhooks
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { developerRoutes } from '@commerce/console-api/routes/developer.ts';
import { expectAccessible, isTooWide, openPage, signedIn, startChromium } from '../support/chromium.ts';
import { ConsoleClient } from '../support/console-client.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { AppClient } from '../support/install-app.ts';
import { mailTo } from '../support/mail-page.ts';
import { newApp, newDeveloper } from '../support/new-app.ts';
import { newPerson, newStore, type TestPerson } from '../support/new-store.ts';
import { platform } from '../support/platform.ts';
import { addEndpoint } from '../support/webhook-endpoint.ts';

const { gateways, demo } = platform();
const [gateway] = gateways;

describeInBrowser('apps and platform admin in a browser', () => {
  let browser: Browser;
  let person: TestPerson;
  let developer: string;

  beforeAll(async () => {
    browser = await startChromium();
    person = await newPerson();
    developer = await newDeveloper('Test developer', [person]);
  });
  afterAll(() => browser.close());

  const open = async (who: { email: string; password: string }, path: string): Promise<Page> => {
    const page = await signedIn(await openPage(browser, gateway), gateway, who);
    await page.goto(path);
    return page;
  };

  test('a developer creates an app, the staff approves it, and the developer sees the approval', async () => {
    const page = await open(person, `/developers/${developer}`);
    await page.getByText('Todavía no creaste ninguna app').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Crear app' }).first().click();
    // Problems are shown on the step where they are entered.
    await page.getByRole('button', { name: 'Siguiente' }).click();
    await page.getByText('Es obligatorio.').waitFor();
    await page.getByLabel('Nombre').fill('Mate sincronizado');
    await page.getByLabel('Correo de soporte').fill('ayuda');
    await page.getByRole('button', { name: 'Siguiente' }).click();
    await page.getByText('Tiene que ser una dirección de correo.').waitFor();
    await page.getByLabel('Correo de soporte').fill('ayuda@mate.example');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Siguiente' }).click();
    await page.getByLabel('Dirección 1', { exact: true }).fill('http://mate.example/callback');
    await page.getByRole('button', { name: 'Siguiente' }).click();
    await page.getByText('Tiene que empezar con https://, o con http:// en tu propia máquina').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Dirección 1', { exact: true }).fill('https://mate.example/callback');
    await page.getByRole('button', { name: 'Siguiente' }).click();
    await page.getByRole('button', { name: 'Crear app' }).click();
    await page.getByText('Elegí al menos un permiso.').waitFor();
    await page.getByRole('checkbox', { name: /read_products/ }).check();
    await page.getByRole('button', { name: 'Crear app' }).click();
    await page.getByRole('heading', { name: 'Mate sincronizado' }).waitFor();
    await page.getByText('Borrador').waitFor();
    await expectAccessible(page);
    const appId = /app_[a-z0-9]{26}/.exec(page.url())![0];

    await page.getByRole('button', { name: 'Crear secreto' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Crear secreto' }).click();
    const secret = await page.getByText(/^sk_[\w-]{43}$/).textContent();
    // The new secret is in the list by now, but the dialog is still that of the first one.
    await page.getByRole('heading', { name: 'Crear el primer secreto de cliente' }).waitFor();
    await page.getByRole('button', { name: 'Ya lo guardé' }).click();
    await page.getByText(`sk_…${secret!.slice(-4)}`).waitFor();
    await page.getByRole('button', { name: 'Rotar secreto de cliente' }).waitFor();
    expect(await page.getByRole('link', { name: 'Documentación' }).getAttribute('href')).toBe('/docs/oauth');
    expect(await page.content()).not.toContain(secret!);

    await expect.poll(() => page.getByRole('button', { name: 'Pedir revisión' }).isDisabled()).toBe(true);
    await addEndpoint(appId, 'https://mate.example/webhooks');
    await page.reload();
    await page.getByRole('button', { name: 'Pedir revisión' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pedir revisión' }).click();
    await page.getByText('La estamos revisando').waitFor();

    const staffPage = await open(demo.platform, '/platform');
    await expectAccessible(staffPage);
    // The home page lists the five that have waited longest, and the app also in its audit entries.
    await staffPage.goto('/platform/reviews');
    await staffPage.getByRole('link', { name: 'Mate sincronizado' }).click();
    await staffPage.getByText('https://mate.example/webhooks').waitFor();
    await expectAccessible(staffPage);
    await staffPage.getByText('Todavía no hay mensajes.').waitFor();
    await staffPage.getByLabel('Mensaje').fill('¿Para qué lee <b>productos</b>?');
    await staffPage.getByRole('button', { name: 'Enviar' }).click();
    await staffPage.getByRole('article').getByText('¿Para qué lee <b>productos</b>?').waitFor();
    await mailTo(person.email, '¿Para qué lee <b>productos</b>?');
    await page.getByRole('tab', { name: 'Revisiones' }).click();
    await page.getByRole('article').getByText('¿Para qué lee <b>productos</b>?').waitFor();
    await page.getByText('Equipo de Mostrador', { exact: true }).waitFor();
    await page.getByLabel('Mensaje').fill('Para copiarlos a mi depósito.');
    await page.getByRole('button', { name: 'Enviar' }).click();
    await page.getByRole('article').getByText('Para copiarlos a mi depósito.').waitFor();
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Resumen' }).click();
    await staffPage.reload();
    await staffPage.getByRole('article').getByText('Para copiarlos a mi depósito.').waitFor();
    await expectAccessible(staffPage);
    await staffPage.getByRole('button', { name: 'Aprobar' }).click();
    await staffPage.getByRole('dialog').getByRole('button', { name: 'Aprobar' }).click();
    await staffPage.getByText('Aprobada').first().waitFor();
    await staffPage.context().close();

    await page.reload();
    await page.getByText('Cualquier comercio puede conectarla').waitFor();
    await page.getByRole('tab', { name: 'Configuración' }).click();
    await page.getByLabel('Nombre').waitFor();
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Revisiones' }).click();
    await page.getByText('Aprobada').waitFor();
    await expectAccessible(page);
    await page.context().close();
  });

  test('an app suspended by the staff is refused immediately and its developer sees the reason', async () => {
    const app = await newApp(undefined, { name: 'App suspendible', developerId: developer });
    const store = await newStore('enterprise');
    const { access_token: token } = await new AppClient(gateway, app).install(store.owner);
    const status = async () =>
      (await fetch(`${gateway}/api/public/2026-10/store`, { headers: { authorization: `Bearer ${token}` } }))
        .status;
    expect(await status()).toBe(200);
    const staffPage = await open(demo.platform, `/platform/apps/${app.client_id}`);
    await staffPage.getByRole('button', { name: 'Suspender' }).click();
    await staffPage.getByLabel('Motivo (lo ve quien desarrolla)').fill('Manda correo no pedido.');
    await staffPage.getByRole('dialog').getByRole('button', { name: 'Suspender' }).click();
    await staffPage.getByRole('button', { name: 'Levantar la suspensión' }).waitFor();
    expect(await status()).toBe(401);
    await expectAccessible(staffPage);
    const page = await open(person, `/developers/${developer}/apps/${app.client_id}`);
    await page.getByText('Manda correo no pedido.').waitFor();
    await page.context().close();
    await staffPage.getByRole('button', { name: 'Levantar la suspensión' }).click();
    await staffPage.getByRole('dialog').getByRole('button', { name: 'Levantar la suspensión' }).click();
    await staffPage.getByRole('button', { name: 'Suspender' }).waitFor();
    expect(await status()).toBe(200);
    await staffPage.context().close();
  });

  test('a developer creates a test store and owns it', async () => {
    const page = await open(person, `/developers/${developer}/stores`);
    await page.getByRole('button', { name: 'Crear tienda' }).click();
    await page.getByRole('dialog').getByLabel('Nombre').fill('Tienda del estudio');
    await page.getByRole('dialog').getByRole('button', { name: 'Crear tienda' }).click();
    await page.getByRole('link', { name: 'Tienda del estudio' }).waitFor();
    await expectAccessible(page);
    const client = await ConsoleClient.of(gateway, person);
    const { items } = await client.call(developerRoutes.listStores, { params: { developer } });
    expect(items[0]).toMatchObject({ name: 'Tienda del estudio', ownerEmail: person.email });
    await page.getByRole('link', { name: 'Tienda del estudio' }).click();
    await page.waitForURL(`**/stores/${items[0]!.id}`);
    await page.context().close();
  });

  test('a developer sees the sample data of a test store, makes an order in it and resets it', async () => {
    const page = await open(person, `/developers/${developer}/stores`);
    await page.getByRole('link', { name: 'Datos y acciones' }).click();
    await page.getByText('Lista', { exact: true }).waitFor();
    await page.getByLabel('Cantidad').fill('2');
    await page.getByRole('button', { name: 'Ejecutar' }).click();
    await page.getByRole('status').getByText('1016', { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Reiniciar la tienda' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reiniciar la tienda' }).click();
    await page.getByText('Cargando', { exact: true }).waitFor();
    await page.getByText('Lista', { exact: true }).waitFor();
    await page.context().close();
  });

  test('every other page of the platform admin renders, also on a phone', async () => {
    for (const view of [{}, { width: 360 }]) {
      const page = await signedIn(await openPage(browser, gateway, view), gateway, demo.platform);
      for (const path of [
        'reviews',
        'reviews?state=decided',
        'apps',
        'developers',
        `developers/${developer}`,
        'stores',
        'audit',
        'health',
      ]) {
        await page.goto(`/platform/${path}`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await expectAccessible(page);
        expect([path, await isTooWide(page)]).toEqual([path, false]);
      }
      await page.context().close();
    }
  });
});
