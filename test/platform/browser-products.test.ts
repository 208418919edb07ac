import { afterAll, beforeAll, expect, test } from 'vitest';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { longTest } from '@commerce/service-kit/testing/level.ts';
import {
  expectAccessible,
  openPage,
  problemsOf,
  settled,
  signedIn,
  startChromium,
} from '../support/chromium.ts';
import { ConsoleClient } from '../support/console-client.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { newStore, type TestStore } from '../support/new-store.ts';
import { platform } from '../support/platform.ts';

const { gateways } = platform();
const [gateway] = gateways;

const OWN_FILE = `Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Cost per item
silla,Silla de madera,Para el comedor,Los Robles,Sillas,"madera, comedor",true,Color,Natural,SI-N,4,25000,9000
silla,,,,,,,,Blanco,SI-B,2,26000,9000
mesa,Mesa,Para seis,Los Robles,Mesas,madera,true,Title,Default Title,ME-1,1,98000,
`;
const BAD_FILE = `Handle,Title,Variant Price\nbanco,Banco,-5\ntaburete,Taburete,1000\n`;

describeInBrowser('products in a browser', () => {
  let browser: Browser;
  let store: TestStore;
  let client: ConsoleClient;
  let page: Page;
  let folder: string;
  const at = (rest: string) => `/stores/${store.id}/${rest}`;

  beforeAll(async () => {
    browser = await startChromium();
    store = await newStore('enterprise', { name: 'Mueblería de prueba' });
    client = await ConsoleClient.of(gateway, store.owner);
    page = await signedIn(await openPage(browser, gateway), gateway, store.owner);
    folder = await mkdtemp(path.join(tmpdir(), 'products-'));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
    await browser.close();
  });

  async function upload(file: string): Promise<void> {
    await page.goto(at('products/import'));
    await page.getByRole('heading', { name: 'Importar productos' }).waitFor();
    await page.locator('input[type=file]').setInputFiles(file);
  }

  async function leaveQuantitiesOut(): Promise<void> {
    await page.getByRole('combobox', { name: 'Sucursal para las cantidades' }).click();
    await page.getByRole('option', { name: 'No importar cantidades' }).click();
  }

  async function fileOf(text: string): Promise<string> {
    const file = path.join(folder, `${Math.random()}.csv`);
    await writeFile(file, text);
    return file;
  }

  test('an import shows a preview and progress, and its products are searchable immediately', async () => {
    await page.goto(at('products'));
    await page.getByText('Todavía no hay productos').waitFor();
    await expectAccessible(page);
    await upload(await fileOf(OWN_FILE));
    await page.getByRole('button', { name: 'Importar 2 productos' }).waitFor();
    await page.getByText('Silla de madera').waitFor();
    await expectAccessible(page);
    const { items } = await client.call(productRoutes.list, { params: { store: store.id } });
    expect(items).toEqual([]);
    await page.getByRole('button', { name: 'Importar 2 productos' }).click();
    await page.getByText('El archivo tiene cantidades: elegí').waitFor();
    await leaveQuantitiesOut();
    await page.getByRole('button', { name: 'Importar 2 productos' }).click();
    await page.getByText('Importación terminada').waitFor();
    await page.getByText('2 creados, 0 actualizados, 0 sin cambios.').waitFor();
    await page.getByText('Creados', { exact: true }).waitFor();
    await page.getByRole('cell', { name: 'Listo' }).nth(1).waitFor();
    expect(await page.getByRole('cell', { name: 'Se crea' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Ver productos' }).click();
    // The import's own table has links of these names too.
    await page.waitForURL(at('products'));
    await page.getByRole('link', { name: 'Mesa', exact: true }).waitFor();
    await page.getByRole('searchbox').fill('si-b');
    await page.waitForURL(at('products?q=si-b'));
    await page.getByRole('link', { name: 'Mesa', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Silla de madera' }).waitFor();
  });

  longTest('an import lists rows with errors by line and imports the rest', async () => {
    await upload(await fileOf(BAD_FILE));
    await page.getByRole('tab', { name: /Errores y avisos/ }).waitFor();
    await page.getByText('“-5” es menor que 0.').waitFor();
    await page.getByRole('cell', { name: 'banco' }).waitFor();
    await page.getByText('1 producto con errores queda afuera.').waitFor();
    await expectAccessible(page);
  });

  test('a search that is typed faster than the list follows keeps every letter', async () => {
    await page.goto(at('products'));
    await settled(page);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 12 });
    const field = page.getByRole('searchbox').first();
    // Slower than the wait for further keys, so that each letter is sent.
    await field.pressSequentially('silla de madera', { delay: 130 });
    await page.waitForURL(/q=silla\+de\+madera/);
    expect(await field.inputValue()).toBe('silla de madera');
    await session.detach();
    await page.getByText('Silla de madera').waitFor();
    await page.getByRole('link', { name: 'Productos', exact: true }).click();
    await expect.poll(() => field.inputValue()).toBe('');
    await page.goBack();
    await expect.poll(() => field.inputValue()).toBe('silla de madera');
  });

  test('a link followed before the list follows the search empties its field', async () => {
    await page.goto(at('products'));
    await settled(page);
    // In Chromium, right after the URL has changed and before the page is rendered.
    await page.evaluate(`{
      const replace = history.replaceState.bind(history);
      history.replaceState = (...change) => {
        replace(...change);
        if (!String(change[2]).endsWith('q=silla')) return;
        const link = [...document.querySelectorAll('a')].find((a) => a.textContent === 'Productos');
        queueMicrotask(() => link.click());
      };
    }`);
    const field = page.getByRole('searchbox').first();
    await field.pressSequentially('silla', { delay: 10 });
    await expect.poll(() => field.inputValue()).toBe('');
    await field.pressSequentially('si', { delay: 10 });
    await page.waitForURL(/q=si$/);
    await page.getByRole('link', { name: 'Silla de madera' }).waitFor();
    await field.pressSequentially('lla', { delay: 10 });
    await expect.poll(() => field.inputValue()).toBe('');
    await page.waitForURL(at('products'));
  });

  test('a product is edited, gets a variant, is hidden and is retired', async () => {
    await page.goto(at('products?q=silla'));
    await page.getByRole('link', { name: 'Silla de madera' }).click();
    await page.getByRole('heading', { name: 'Silla de madera' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'Nombre', exact: true }).fill('Silla de roble');
    await page.getByRole('combobox', { name: 'Valores de la opción 1' }).fill('Negro');
    await page.keyboard.press('Enter');
    await page.getByLabel('En venta de la variante 3').uncheck({ force: true });
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.getByRole('heading', { name: 'Silla de roble' }).waitFor();
    await page.getByRole('button', { name: 'Guardar' }).waitFor({ state: 'detached' });
    const { items } = await client.call(productRoutes.list, {
      params: { store: store.id },
      query: { q: 'roble' },
    });
    const found = await client.call(productRoutes.get, {
      params: { store: store.id, product: items[0]!.id },
    });
    expect(found.product.variants.map(({ name, isActive }) => [name, isActive])).toEqual([
      ['Natural', true],
      ['Blanco', true],
      ['Negro', false],
    ]);
    await page.getByRole('combobox', { name: 'Visibilidad' }).click();
    await page.getByRole('option', { name: 'Interno' }).click();
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.getByRole('button', { name: 'Guardar' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Retirar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Retirar' }).click();
    await page.getByRole('heading', { name: 'Productos' }).waitFor();
    await page.getByRole('link', { name: 'Silla de roble' }).waitFor({ state: 'detached' });
  });

  longTest('several products are edited in bulk', async () => {
    await page.goto(at('products'));
    await page.getByLabel('Elegir Mesa').check();
    await page.getByRole('button', { name: 'Editar' }).click();
    await page.getByRole('menuitem', { name: 'Desactivar' }).click();
    await page.getByText('Se cambió 1 producto.').waitFor();
    await page.getByText('Inactivo').first().waitFor();
  });

  longTest('categories are created, moved and deleted, and brands are listed', async () => {
    await page.goto(at('categories'));
    await page.getByRole('link', { name: 'Sillas' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Nueva categoría' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Nombre').fill('Exterior');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Guardar' }).click();
    const row = page.getByRole('row', { name: /Exterior/ });
    await row.waitFor();
    await row.getByRole('button', { name: 'Eliminar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
    await row.waitFor({ state: 'detached' });
    await page.goto(at('brands'));
    await page.getByRole('link', { name: 'Los Robles' }).waitFor();
    await expectAccessible(page);
  });

  longTest('an exported product file imports again without changes', async () => {
    await page.goto(at('products?q=mesa'));
    await page.getByRole('button', { name: 'Exportar lo filtrado' }).click();
    await page.getByText('solo los productos del filtro').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Descargar CSV' }).click(),
    ]);
    const file = path.join(folder, 'productos.csv');
    await download.saveAs(file);
    expect(await readFile(file, 'utf8')).toContain('mesa,Mesa');
    await upload(file);
    await page.getByText('Sin cambios: 1.').waitFor();
    await page.getByRole('button', { name: /Importar 1 producto/ }).click();
    await page.getByText('0 creados, 0 actualizados, 1 sin cambios.').waitFor();
    expect(problemsOf(page)).toEqual([]);
  });

  const shopify = path.resolve(import.meta.dirname, '../../../shared/data/shopify-csv/home-and-garden.csv');
  longTest.skipIf(!existsSync(shopify))('a Shopify export is imported completely', async () => {
    await upload(shopify);
    await page.getByRole('button', { name: /^Importar \d+ productos$/ }).waitFor();
    await leaveQuantitiesOut();
    await page.getByRole('button', { name: /^Importar \d+ productos$/ }).click();
    await page.getByText('Importación terminada').waitFor();
    await page.goto(at('products?q=copper'));
    await page.getByRole('link', { name: 'Copper Light' }).waitFor();
  });
});
