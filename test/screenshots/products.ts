import { setTimeout as sleep } from 'node:timers/promises';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import type { Page } from 'playwright-core';
import type { Demo } from './demo.ts';
import type { Picture } from './picture.ts';

/** Screenshots of products, labels and imports. */
export const productsPictures: Picture[] = [
  { name: 'products', who: 'owner', path: '/stores/:store/products' },
  { name: 'products-phone', who: 'owner', path: '/stores/:store/products', width: 360 },
  { name: 'products-dark', who: 'owner', path: '/stores/:store/products', locale: 'en-US', theme: 'dark' },
  { name: 'products-bulk', who: 'owner', path: '/stores/:store/products', act: chooseSome },
  { name: 'product', who: 'owner', path: '', find: firstProduct },
  { name: 'categories', who: 'owner', path: '/stores/:store/categories' },
  { name: 'brands', who: 'owner', path: '/stores/:store/brands' },
  { name: 'import', who: 'owner', path: '/stores/:store/products/import' },
  {
    name: 'import-preview',
    who: 'owner',
    path: '',
    find: previewedImport,
    click: [{ role: 'tab', name: 'Productos' }],
  },
  {
    name: 'import-problems',
    who: 'owner',
    path: '',
    find: previewedImport,
    click: [{ role: 'tab', name: 'Errores y avisos (2)' }],
  },
];

async function chooseSome(page: Page): Promise<void> {
  for (const at of [0, 1, 3]) await page.getByRole('checkbox').nth(at).check();
  await page.getByRole('button', { name: 'Editar', exact: true }).click();
}

/** A product with variants. */
async function firstProduct(demo: Demo): Promise<string> {
  const owner = await demo.as('owner');
  const query = { type: 'variable', limit: 1 } as const;
  const { items } = await owner.call(productRoutes.list, { params: { store: demo.store }, query });
  return `/stores/:store/products/${items[0]!.id}`;
}

const FILE = `Handle,Title,Vendor,Type,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Variant Compare At Price
campera-puffer,Campera puffer,Nube,Abrigos,true,Talle,S,CP-S,4,89900,105000
campera-puffer,,,,,,M,CP-M,6,89900,105000
campera-puffer,,,,,,L,CP-L,3,92900,
gorro-lana,Gorro de lana,Nube,Accesorios,true,Title,Default Title,GL-1,12,15900,
medias-termicas,Medias térmicas,Andes,Accesorios,true,Title,Default Title,MT-1,-3,6500,
bufanda,Bufanda,Andes,Accesorios,true,Title,Default Title,BU-1,5,-18000,
`;

/** An import that waits to be confirmed; the same one for every picture. */
async function previewedImport(demo: Demo): Promise<string> {
  const { store } = demo;
  const client = await demo.as('owner');
  const { items } = await client.call(productRoutes.imports, { params: { store } });
  const known = items.find(({ state }) => state === 'preview');
  if (known !== undefined) return `/stores/:store/products/import/${known.id}`;
  const started = await client.send(productRoutes.startImport, {
    params: { store },
    query: { name: 'invierno.csv' },
    body: Buffer.from(FILE),
  });
  const { id } = started.body as { id: string };
  for (;;) {
    const { state } = await client.call(productRoutes.getImport, { params: { store, import: id } });
    if (state !== 'reading') return `/stores/:store/products/import/${id}`;
    await sleep(300);
  }
}
