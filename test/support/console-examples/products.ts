import type { productRoutes } from '@commerce/console-api/routes/products.ts';
import { type ExamplesOf, type Known, VERSION } from './example.ts';

const product = async ({ first }: Known) => ({ product: await first('/products') });
const category = async ({ first }: Known) => ({ category: await first('/categories') });
const brand = async ({ first }: Known) => ({ brand: await first('/brands') });
const label = { name: 'Ejemplo', isActive: true, image: '' };
const NO_IMPORT = { import: 'imp_00000000000000000000000000' };
/** A GIF of one pixel. */
const ONE_PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const NO_JOB = { job: 'job_00000000000000000000000000' };

export const productExamples: ExamplesOf<typeof productRoutes> = {
  list: () => ({ query: { limit: 2, q: 'a', sort: 'name' } }),
  sheet: () => ({ query: { limit: 2, sort: 'name' } }),
  get: async (known) => ({ params: await product(known) }),
  create: () => ({
    body: {
      name: 'Un borrador',
      axes: ['Talle'],
      variants: [{ attributes: [{ name: 'Talle', value: 'S' }], isActive: true }],
    },
  }),
  update: async (known) => ({
    params: await product(known),
    body: { shortDescription: 'Un ejemplo', version: VERSION },
  }),
  changeVariants: async (known) => ({
    params: await product(known),
    body: { axes: [], variants: [], version: VERSION },
  }),
  remove: async (known) => ({ params: await product(known) }),
  bulkEdit: async (known) => ({ body: { products: [(await product(known)).product], addTags: ['ejemplo'] } }),
  bulkProgress: () => ({ params: NO_JOB, status: 404 }),
  categories: () => ({ query: { limit: 2 } }),
  createCategory: () => ({ body: { ...label, parentId: null } }),
  updateCategory: async (known) => ({
    params: await category(known),
    body: { ...label, parentId: null, version: VERSION },
  }),
  removeCategory: async (known) => ({ params: await category(known) }),
  brands: () => ({ query: { limit: 2 } }),
  createBrand: () => ({ body: label }),
  updateBrand: async (known) => ({ params: await brand(known), body: { ...label, version: VERSION } }),
  removeBrand: async (known) => ({ params: await brand(known) }),
  uploadImage: () => ({
    query: { upload: 'upl_00000000000000000000000000', number: 0, last: 'true' },
    body: ONE_PIXEL,
  }),
  imageCopies: () => ({}),
  retryImageCopies: () => ({ body: {} }),
  imports: () => ({ query: { limit: 2 } }),
  startImport: () => ({
    query: { name: 'ejemplo.csv' },
    body: Buffer.from('Handle,Title\nejemplo,Ejemplo\n'),
  }),
  getImport: () => ({ params: NO_IMPORT, status: 404 }),
  importProducts: () => ({ params: NO_IMPORT, status: 404 }),
  importProblems: () => ({ params: NO_IMPORT, status: 404 }),
  confirmImport: () => ({ params: NO_IMPORT, body: { shop: null } }),
  export: () => ({}),
};
