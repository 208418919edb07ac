import { readFileSync } from 'node:fs';
import { openPage, settled, startChromium, problemsOf, provideChromium } from '../support/chromium.ts';
import { ConsoleClient } from '../support/console-client.ts';
console.log(await provideChromium());
const demo = JSON.parse(readFileSync('.cache/demo/demo.json', 'utf8'));
const gateway = demo.auth_url; const store = demo.stores[0];
const only = process.argv.slice(2);
const { cookie } = await ConsoleClient.of(gateway, store.owner);
const api = async (path: string) => (await fetch(`${gateway}/console/api/stores/${store.id}${path}`, { headers: { cookie } })).json();
const orders: any = await api('/orders?limit=50');
console.log(JSON.stringify(orders).slice(0, 300));
const pick = (f: (o: any) => boolean) => (orders.items.find(f) ?? orders.items[0]).id;
const shipped = pick((o) => o.methodType !== null && o.status === 'pending');
const browser = await startChromium();
const shots: [string, string, any, ((p: any) => Promise<void>)?][] = [
  ['orders', '/orders', {}],
  ['orders-phone', '/orders', { width: 360, height: 740 }],
  ['orders-look', '/orders', {}, async (p) => { await p.getByRole('button', { name: /Vista rápida/ }).first().click(); }],
  ['order', `/orders/${shipped}`, { height: 1100 }],
  ['order-phone', `/orders/${shipped}`, { width: 360, height: 1200 }],
  ['order-payment', `/orders/${shipped}`, {}, async (p) => { await p.getByRole('button', { name: 'Registrar pago' }).click(); }],
  ['order-ship', `/orders/${shipped}`, {}, async (p) => { await p.getByRole('button', { name: 'Editar entrega' }).click(); }],
  ['order-move', `/orders/${shipped}`, {}, async (p) => { await p.getByRole('button', { name: /^Pasar a/ }).first().click(); }],
  ['slip', `/orders/${shipped}/slip`, {}],
  ['order-new', '/orders/new', {}],
  ['flow', '/settings/status-flow', {}],
  ['order-settings', '/settings/orders', {}],
  ['pos', '/pos', { width: 1024, height: 768 }, async (p) => { for (const n of [0, 1, 2]) { await p.locator('ul button').nth(n).click(); await settled(p); const d = p.getByRole('dialog').locator('ul button'); await p.waitForTimeout(400); if (await d.count()) await d.first().click(); await settled(p); } }],
  ['pos-dark', '/pos', { width: 1024, height: 768, theme: 'dark' }],
  ['pos-phone', '/pos', { width: 360, height: 740 }],
  ['pos-pay', '/pos', { width: 1024, height: 768 }, async (p) => { await p.locator('ul button').first().click(); await settled(p); await p.waitForTimeout(500); const d = p.getByRole('dialog').locator('ul button'); if (await d.count()) await d.first().click(); await settled(p); await p.keyboard.press('F9'); await p.waitForTimeout(1500); }],
];
for (const [name, path, view, act] of shots) {
  if (only.length && !only.includes(name)) continue;
  const page = await openPage(browser, gateway, view);
  const [k, v] = cookie.split('=') as [string, string];
  await page.context().addCookies([{ name: k, value: v, url: gateway }]);
  try {
    await page.goto(`/stores/${store.id}${path}`, { timeout: 60000 });
    await settled(page);
    if (act) { await act(page); await settled(page); await page.waitForTimeout(600); }
  } catch (e) { console.log(name, (e as Error).message.slice(0, 300)); }
  await page.screenshot({ path: `.cache/shots/${name}.png` });
  console.log(name, JSON.stringify(problemsOf(page)));
  await page.context().close();
}
await browser.close();
