// covers: web, gateway, services/auth
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as oauth from 'oauth4webapi';
import type { Browser, Page } from 'playwright-core';
import { authorizationUrl } from '../support/authorization.ts';
import {
  expectAccessible,
  isTooWide,
  openPage,
  problemsOf,
  signedIn,
  startChromium,
} from '../support/chromium.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { AppClient } from '../support/install-app.ts';
import { newApp, newDeveloper } from '../support/new-app.ts';
import { newStore, type TestStore } from '../support/new-store.ts';
import { platform, type DemoApp } from '../support/platform.ts';

const [gateway] = platform().gateways;
const NAME = 'Facturador <b>Ñandú';

/** The site of an app: its installation page sends the merchant to the consent page, its callback exchanges the code. */
async function startAppSite(appOf: () => DemoApp): Promise<{ server: Server; origin: string }> {
  const verifier = oauth.generateRandomCodeVerifier();
  const server = createServer((req, res) => {
    void (async () => {
      const url = new URL(req.url!, 'http://127.0.0.1');
      if (url.pathname === '/install') {
        const code_challenge = await oauth.calculatePKCECodeChallenge(verifier);
        res.writeHead(302, { location: authorizationUrl(gateway, appOf(), { code_challenge }) });
        return res.end();
      }
      if (url.pathname !== '/callback') return res.writeHead(404).end();
      const { store } = await new AppClient(gateway, appOf()).exchange(
        oauth.validateAuthResponse(
          { issuer: gateway },
          { client_id: appOf().client_id },
          url.searchParams,
          'st-4711',
        ),
        verifier,
      );
      res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      return res.end(`<title>Lista</title><p>Conectada a ${store.name}</p>`);
    })().catch((error: unknown) => res.writeHead(500).end(String(error)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

describeInBrowser('the app directory in a browser', () => {
  let browser: Browser;
  let store: TestStore;
  let app: DemoApp;
  let site: Awaited<ReturnType<typeof startAppSite>>;

  beforeAll(async () => {
    browser = await startChromium();
    store = await newStore('enterprise', { name: 'Kiosco de prueba' });
    site = await startAppSite(() => app);
    const developerId = await newDeveloper('Estudio & hijos');
    app = await newApp(['read_products', 'write_stock'], {
      developerId,
      name: NAME,
      description: 'Hace tus facturas.\nSola.',
      installUrl: `${site.origin}/install`,
      redirectUris: [`${site.origin}/callback`],
    });
    await newApp(['read_products'], { developerId, name: `${NAME} en borrador`, status: 'draft' });
  });
  afterAll(async () => {
    await browser.close();
    site.server.close();
  });

  const open = async (path: string, view = {}): Promise<Page> => {
    const page = await signedIn(await openPage(browser, gateway, view), gateway, store.owner);
    await page.goto(`/stores/${store.id}/${path}`);
    return page;
  };

  test('a merchant finds a published app in the directory and installs it from its page', async () => {
    const page = await open('apps');
    await page.getByText('Todavía no hay apps instaladas').waitFor();
    await page.getByRole('link', { name: 'Ver el directorio' }).first().click();
    await page.getByRole('searchbox', { name: /^Buscar/ }).fill('hace tus facturas');
    await page.waitForURL(/q=hace/);
    await page.getByRole('article').first().waitFor();
    await expectAccessible(page);
    expect(await page.getByText('en borrador').count()).toBe(0);
    await page.getByRole('link', { name: NAME }).first().click();
    await page.getByRole('heading', { level: 1, name: NAME }).waitFor();
    await page.getByText('Una app de Estudio & hijos').waitFor();
    await page.getByText('Ajustar el stock de las sucursales.').waitFor();
    await expectAccessible(page);

    const [consent] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'Instalar' }).click(),
    ]);
    await consent.getByRole('heading', { name: `${NAME} quiere conectarse a Kiosco de prueba` }).waitFor();
    await consent.getByText('Crear y modificar').waitFor();
    await consent.getByRole('button', { name: 'Conectar', exact: true }).click();
    await consent.getByText('Conectada a Kiosco de prueba').waitFor();
    await consent.close();

    await page.reload();
    await page.getByText('Instalada', { exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Instalar' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Administrar apps instaladas' }).click();
    await page.getByRole('heading', { level: 2, name: NAME }).waitFor();
    expect(problemsOf(page)).toEqual([]);
    await page.context().close();
  });

  test('the directory and the page of an app fit a phone, in English and dark', async () => {
    for (const path of ['apps/directory', `apps/directory/${app.client_id}`]) {
      const page = await open(path, { width: 360, locale: 'en-GB', theme: 'dark' });
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectAccessible(page);
      expect(await isTooWide(page)).toBe(false);
      await page.context().close();
    }
  });

  test('the consent page works without scripts, at 360 px, in dark, with the mark of the product', async () => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 360, height: 740 },
      colorScheme: 'dark',
      locale: 'es-AR',
    });
    const page = await context.newPage();
    const other = await newStore('enterprise', { name: 'Otra' });
    await page.goto(authorizationUrl(gateway, app));
    await page.getByLabel('Correo electrónico').fill(other.owner.email);
    await page.getByLabel('Contraseña').fill(other.owner.password);
    await page.getByRole('button', { name: 'Ingresar' }).click();
    await page.getByRole('heading', { name: `${NAME} quiere conectarse a Otra` }).waitFor();
    const mark = await page.locator('header svg.mark').boundingBox();
    expect(mark).toMatchObject({ width: 28, height: 28 });
    const main = (await page.locator('main').boundingBox())!;
    expect([main.x >= 0, main.x + main.width <= 360]).toEqual([true, true]);
    const [allow, deny] = await page.locator('button[name=decision]').all();
    expect([await allow!.textContent(), await deny!.textContent()]).toEqual(['Conectar', 'No conectar']);
    await deny!.click();
    await page.waitForURL(/error=access_denied/);
    await context.close();
    const dark = await openPage(browser, gateway, { width: 360, theme: 'dark' });
    await dark.goto(authorizationUrl(gateway, app));
    await expectAccessible(dark);
    const background = await dark.evaluate(
      'getComputedStyle(document.querySelector("main")).backgroundColor',
    );
    expect(background).toBe('rgb(31, 37, 43)');
    await dark.context().close();
  });
});
