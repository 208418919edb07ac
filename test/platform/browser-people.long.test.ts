// covers: web, gateway, services/auth
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { call } from '../support/api.ts';
import { expectAccessible, openPage, problemsOf, signedIn, startChromium } from '../support/chromium.ts';
import { ConsoleClient } from '../support/console-client.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { AppClient } from '../support/install-app.ts';
import { linkMailedTo, mailTo } from '../support/mail-page.ts';
import { newApp } from '../support/new-app.ts';
import { newStore, type TestStore } from '../support/new-store.ts';
import { apiRoot, platform } from '../support/platform.ts';

const [gateway] = platform().gateways;
const NEW_PASSWORD = 'una clave bien distinta';

const newEmail = (): string => `${randomUUID()}@example.com`;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

describeInBrowser('people and teams in a browser', () => {
  let browser: Browser;
  let store: TestStore;

  beforeAll(async () => {
    browser = await startChromium();
    store = await newStore('enterprise', { name: 'Almacén de prueba' });
  });
  afterAll(() => browser.close());

  const asOwner = async (): Promise<Page> => signedIn(await openPage(browser, gateway), gateway, store.owner);

  test('an invited person joins through the emailed link, sees what the role allows, and loses access immediately when removed', async () => {
    const email = newEmail();
    const owner = await asOwner();
    await owner.goto(`/stores/${store.id}/team`);
    await heading(owner, 'Equipo').waitFor();
    await button(owner, 'Invitar').click();
    await owner.getByLabel('Correo electrónico').fill(email);
    await owner.getByRole('radio', { name: 'Depósito' }).check();
    await expectAccessible(owner);
    await button(owner, 'Enviar la invitación').click();
    await owner.getByRole('cell', { name: email }).waitFor();

    const page = await openPage(browser, gateway);
    await page.goto(await linkMailedTo(email, 'invitations'));
    await page.getByText('te invita a trabajar en Almacén de prueba').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Tu nombre').fill('Beto Ruiz');
    await page.getByLabel('Contraseña nueva').fill('1234567890');
    await button(page, 'Aceptar la invitación').click();
    await page.getByText('Es una de las contraseñas más comunes').waitFor();
    await page.getByLabel('Contraseña nueva').fill(NEW_PASSWORD);
    await button(page, 'Aceptar la invitación').click();
    await heading(page, 'Almacén de prueba').waitFor();
    expect(page.url()).not.toContain('#');
    const menu = page.getByRole('navigation', { name: 'Menú' });
    await menu.getByRole('link', { name: 'Sucursales' }).waitFor();
    for (const hidden of ['Equipo', 'Apps instaladas', 'Clientes'])
      expect(await menu.getByRole('link', { name: hidden }).count()).toBe(0);
    await page.goto(`/stores/${store.id}/team`);
    await page.getByText('Tu rol no incluye esta página').waitFor();

    await owner.reload();
    const row = owner.getByRole('row', { name: /Beto Ruiz/ });
    await row.waitFor();
    await expectAccessible(owner);
    await row.getByRole('button', { name: 'Quitar' }).click();
    await owner.getByRole('dialog').getByRole('button', { name: 'Quitar' }).click();
    await row.waitFor({ state: 'detached' });
    await page.goto(`/stores/${store.id}`);
    await page.getByText('No encontramos esta página').waitFor();
    expect([problemsOf(owner), problemsOf(page)]).toEqual([[], []]);
    await Promise.all([owner.context().close(), page.context().close()]);
  });

  test('a password reset through the emailed link ends open sessions and sends a notification', async () => {
    const { owner } = await newStore('enterprise', { name: 'Otra tienda' });
    const open = await signedIn(await openPage(browser, gateway), gateway, owner);
    await open.goto('/account');
    await heading(open, 'Tu cuenta').waitFor();
    const page = await openPage(browser, gateway);
    await page.goto('/sign-in');
    await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click();
    await heading(page, '¿Olvidaste tu contraseña?').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Correo electrónico').fill(owner.email);
    await button(page, 'Enviar el enlace').click();
    await page.getByText('Si hay una cuenta con ese correo').waitFor();

    const link = await linkMailedTo(owner.email, 'reset-password');
    await page.goto(link);
    await page.getByLabel('Contraseña nueva').fill(NEW_PASSWORD);
    await expectAccessible(page);
    await button(page, 'Guardar la contraseña').click();
    await page.getByText('Listo: tu contraseña cambió').waitFor();
    await mailTo(owner.email, 'Tu contraseña de Mostrador cambió');
    await open.reload();
    await heading(open, 'Ingresá a tu cuenta').waitFor();

    await page.getByRole('link', { name: 'Ingresar' }).click();
    await page.getByLabel('Correo electrónico').fill(owner.email);
    await page.getByLabel('Contraseña', { exact: true }).fill(NEW_PASSWORD);
    await button(page, 'Ingresar').click();
    await heading(page, 'Otra tienda').waitFor();

    await open.goto(link);
    await open.getByLabel('Contraseña nueva').fill(`${NEW_PASSWORD} 2`);
    await button(open, 'Guardar la contraseña').click();
    await open.getByText('Este enlace ya no sirve').waitFor();
    await expectAccessible(open);
    await Promise.all([open.context().close(), page.context().close()]);
  });

  test('a developer signs up and is signed in after confirming the email address', async () => {
    const email = newEmail();
    const page = await openPage(browser, gateway);
    await page.goto('/sign-up');
    await page.getByLabel('Nombre de tu empresa o equipo').fill('Apps del Sur');
    await page.getByLabel('Tu nombre').fill('Zoe Paz');
    await page.getByLabel('Correo electrónico').fill(email);
    await expectAccessible(page);
    await button(page, 'Crear la cuenta').click();
    await page.getByText('Te enviamos un enlace').waitFor();
    await page.goto(await linkMailedTo(email, 'verify-email'));
    await page.getByText('«Apps del Sur»').waitFor();
    await page.getByLabel('Contraseña nueva').fill(NEW_PASSWORD);
    await expectAccessible(page);
    await button(page, 'Confirmar y entrar').click();
    await page.waitForURL(/\/developers\/dev_/);
    await page.getByRole('button', { name: /Apps del Sur/ }).waitFor();
    expect(problemsOf(page)).toEqual([]);
    await page.context().close();
  });

  test('a person changes name, language and password, and lists and ends sessions', async () => {
    const { owner } = await newStore('enterprise');
    const other = await signedIn(await openPage(browser, gateway), gateway, owner);
    const page = await signedIn(await openPage(browser, gateway), gateway, owner);
    await page.goto('/account');
    await page.getByText('Este navegador').waitFor();
    await expectAccessible(page);
    const ends = page.getByRole('button', { name: 'Cerrar la sesión de Chrome · Linux' });
    await ConsoleClient.of(gateway, owner);
    await page.reload();
    await ends.nth(1).waitFor();
    await ends.first().click();
    await page.getByText('Sesión cerrada').waitFor();
    await ends.nth(1).waitFor({ state: 'detached' });
    await expect.poll(() => ends.count()).toBe(1);
    await page.getByLabel('Nombre', { exact: true }).fill('Ana <b>María</b>');
    await page.getByRole('combobox', { name: 'Idioma' }).click();
    await page.getByRole('option', { name: 'English' }).click();
    await button(page, 'Guardar').click();
    await heading(page, 'Your account').waitFor();
    await page.getByLabel('Current password').fill('not the one');
    await page.getByLabel('New password').fill(NEW_PASSWORD);
    await button(page, 'Change password').click();
    await page.getByText('The current password is incorrect.').first().waitFor();
    const [copied] = await page.context().cookies();
    await page.getByLabel('Current password').fill(owner.password);
    await button(page, 'Change password').click();
    await mailTo(owner.email, 'Your Mostrador password was changed');
    const headers = { cookie: `${copied!.name}=${copied!.value}` };
    expect((await fetch(`${gateway}/console/api/account/sessions`, { headers })).status).toBe(401);
    await other.goto('/account');
    await heading(other, 'Ingresá a tu cuenta').waitFor();
    await button(page, 'Sign out everywhere').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await heading(page, 'Sign in')
      .or(page.getByLabel('Password', { exact: true }))
      .first()
      .waitFor();
    expect(problemsOf(page)).toEqual([]);
    await Promise.all([other.context().close(), page.context().close()]);
  });

  test('the owner sees the permissions of an app, and its token is refused as soon as it is uninstalled', async () => {
    const app = await newApp();
    const { access_token: token } = await new AppClient(gateway, app).install(store.owner);
    expect((await call(apiRoot(gateway), '/store', token)).status).toBe(200);
    const page = await asOwner();
    await page.goto(`/stores/${store.id}/apps`);
    const card = page.getByRole('article').first();
    await card.getByText('Ver los productos con sus variantes').waitFor();
    await expectAccessible(page);
    await card.getByRole('button', { name: 'Desinstalar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Desinstalar' }).click();
    await page.getByText('Todavía no hay apps instaladas').waitFor();
    expect((await call(apiRoot(gateway), '/store', token)).status).toBe(401);
    expect(problemsOf(page)).toEqual([]);
    await page.context().close();
  });
});
