// covers: web, gateway, services/auth, packages/cli
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { developerRoutes } from '@commerce/console-api/routes/developer.ts';
import { expectAccessible, openPage, signedIn, startChromium } from '../support/chromium.ts';
import { ConsoleClient } from '../support/console-client.ts';
import { describeInBrowser } from '../support/in-browser.ts';
import { linkMailedTo } from '../support/mail-page.ts';
import { newApp, newDeveloper } from '../support/new-app.ts';
import { newPerson, type TestPerson } from '../support/new-store.ts';
import { platform } from '../support/platform.ts';

const [gateway] = platform().gateways;
const PASSWORD = 'una clave bien larga';

describeInBrowser('the team of a developer account', () => {
  let browser: Browser;
  let owner: TestPerson;
  let developer: string;
  let app: string;
  let page: Page;
  const email = `${randomUUID()}@example.com`;

  beforeAll(async () => {
    browser = await startChromium();
    owner = await newPerson();
    developer = await newDeveloper('Estudio Sur', [owner]);
    app = (await newApp(['read_products'], { developerId: developer, name: 'Mi app' })).client_id;
    page = await signedIn(await openPage(browser, gateway), gateway, owner);
  });
  afterAll(() => browser.close());

  test('an owner invites, the person joins by the link in the mail, and works without the rights of an owner', async () => {
    await page.goto(`/developers/${developer}/team`);
    await page.getByRole('button', { name: 'Invitar' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Puede todo menos el equipo, los secretos de cliente y la publicación.').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Correo electrónico').fill(email);
    await dialog.getByRole('button', { name: 'Enviar la invitación' }).click();
    await page.getByRole('cell', { name: email }).waitFor();

    const other = await openPage(browser, gateway);
    await other.goto(await linkMailedTo(email, 'invitations'));
    await other.getByText('te invita a trabajar en Estudio Sur').waitFor();
    await other.getByLabel('Tu nombre').fill('Zoe Paz');
    await other.getByLabel('Contraseña nueva').fill(PASSWORD);
    await other.getByRole('button', { name: 'Aceptar la invitación' }).click();
    await other.waitForURL(`**/developers/${developer}`);
    await other.goto(`/developers/${developer}/apps/${app}`);
    await other.getByText('Solo un titular de la cuenta crea, rota y revoca secretos.').waitFor();
    expect(await other.getByRole('button', { name: /Rotar/ }).count()).toBe(0);
    await other.goto(`/developers/${developer}/team`);
    await other.getByText('Zoe Paz').first().waitFor();
    expect(await other.getByRole('button', { name: 'Invitar' }).count()).toBe(0);
    await other.getByRole('button', { name: 'Salir' }).waitFor();
    await expectAccessible(other);
    await other.context().close();
  });

  test('a removed member is refused at once, also with the command line', async () => {
    const member = await ConsoleClient.of(gateway, { email, password: PASSWORD });
    const commandLine = await member.cli();
    const params = { developer, app };
    for (const client of [member, commandLine]) {
      await client.call(developerRoutes.listStores, { params });
      const refused = await client.send(developerRoutes.createSecret, { params, body: { othersForS: 0 } });
      expect([refused.status, refused.body.details[0].reason]).toEqual([403, 'owners_only']);
    }
    await page.reload();
    const row = page.getByRole('row', { name: /Zoe Paz/ });
    await row.getByRole('button', { name: 'Quitar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Quitar' }).click();
    await row.waitFor({ state: 'detached' });
    for (const client of [member, commandLine])
      expect((await client.send(developerRoutes.listStores, { params })).status).toBe(404);
  });

  test('the last owner cannot leave', async () => {
    await page.getByRole('button', { name: 'Salir' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Salir' }).click();
    await page.getByText('Siempre hay un titular: hacé titular a alguien más primero.').waitFor();
  });
});
