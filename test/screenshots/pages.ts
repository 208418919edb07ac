import { setTimeout as sleep } from 'node:timers/promises';
import { customerRoutes } from '@commerce/console-api/routes/customers.ts';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { shopRoutes } from '@commerce/console-api/routes/shops.ts';
import type { View } from '../support/chromium.ts';
import type { Demo } from './demo.ts';

/** A picture of a page for the documentation. */
export interface Picture extends View {
  /** Of the file, without ending. */
  name: string;
  /** Who looks at it; nobody without one. */
  who?: 'owner' | 'team' | 'developer' | 'staff';
  /** Its address; `:store` is the demo's first store, `:developer` its developer. */
  path: string;
  /** What is done on the page before: a click on the first element with that role and name. */
  click?: { role: 'button' | 'tab' | 'link'; name: string }[];
  /** An address that is not known before the demo runs. */
  find?: (demo: Demo) => Promise<string>;
}

async function firstCustomer(demo: Demo): Promise<string> {
  const { store } = demo;
  const { items } = await (await demo.as('owner')).call(customerRoutes.list, { params: { store } });
  return `/stores/:store/customers/${items[0]!.id}`;
}

async function firstShop(demo: Demo): Promise<string> {
  const { store } = demo;
  const { items } = await (await demo.as('owner')).call(shopRoutes.list, { params: { store } });
  return `/stores/:store/shops/${items[0]!.id}`;
}

/** Every picture, by area. */
export const pictures: Picture[] = [
  { name: 'sign-in', path: '/sign-in' },
  { name: 'home', who: 'owner', path: '/' },
  { name: 'dashboard', who: 'owner', path: '/stores/:store' },
  { name: 'dashboard-phone', who: 'owner', path: '/stores/:store', width: 360 },
  { name: 'customers', who: 'owner', path: '/stores/:store/customers' },
  { name: 'customers-phone', who: 'owner', path: '/stores/:store/customers', width: 360 },
  { name: 'customer', who: 'owner', path: '', find: firstCustomer },
  { name: 'shop', who: 'owner', path: '', find: firstShop },
  { name: 'shops', who: 'owner', path: '/stores/:store/shops' },
  { name: 'shops-phone', who: 'owner', path: '/stores/:store/shops', width: 360 },
  { name: 'products', who: 'owner', path: '/stores/:store/products' },
  { name: 'products-phone', who: 'owner', path: '/stores/:store/products', width: 360 },
  { name: 'product', who: 'owner', path: '', find: firstProduct },
  {
    name: 'product-variants',
    who: 'owner',
    path: '',
    find: firstProduct,
    click: [{ role: 'tab', name: 'Variantes' }],
  },
  { name: 'categories', who: 'owner', path: '/stores/:store/categories' },
  { name: 'brands', who: 'owner', path: '/stores/:store/brands' },
  { name: 'import', who: 'owner', path: '/stores/:store/products/import' },
  { name: 'import-preview', who: 'owner', path: '', find: previewedImport },
  {
    name: 'import-problems',
    who: 'owner',
    path: '',
    find: previewedImport,
    click: [{ role: 'tab', name: 'Errores y avisos (2)' }],
  },
];

/** A product with variants. */
async function firstProduct(demo: Demo): Promise<string> {
  const { store } = demo;
  const { items } = await (
    await demo.as('owner')
  ).call(productRoutes.list, {
    params: { store },
    query: { type: 'variable', limit: 1 },
  });
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
