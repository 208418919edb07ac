import type { productRoutes } from '@commerce/console-api/routes/products.ts';
import { requireId } from '../../../edge/ids.ts';
import { required } from '../../../edge/required.ts';
import type { HandlersOf } from '../../handler.ts';
import { toJson } from '../../to-json.ts';

type Labels = Pick<
  typeof productRoutes,
  | 'categories'
  | 'createCategory'
  | 'updateCategory'
  | 'removeCategory'
  | 'brands'
  | 'createBrand'
  | 'updateBrand'
  | 'removeBrand'
>;

export const labelHandlers: HandlersOf<Labels> = {
  categories: async ({ ctx, services, cursor, query }) => {
    const pageToken = cursor.open(query.cursor);
    const page = await services.catalog.listCategories(ctx, { limit: query.limit, pageToken });
    return { items: toJson(page.categories), nextCursor: cursor.seal(page.nextPageToken) };
  },

  createCategory: async ({ ctx, services, body }) => {
    const { category } = await services.catalog.createCategory(ctx, { fields: categoryFields(body) });
    return toJson(required(category));
  },

  updateCategory: async ({ ctx, services, params, body }) => {
    const id = requireId('cat', params.category);
    const { category } = await services.catalog.updateCategory(ctx, {
      id,
      fields: categoryFields(body),
      expectedVersion: body.version,
    });
    return toJson(required(category));
  },

  removeCategory: async ({ ctx, services, params }) => {
    const id = requireId('cat', params.category);
    await services.catalog.deleteCategory(ctx, { id });
    return { id };
  },

  brands: async ({ ctx, services, cursor, query }) => {
    const pageToken = cursor.open(query.cursor);
    const page = await services.catalog.listBrands(ctx, { limit: query.limit, pageToken });
    return { items: toJson(page.brands), nextCursor: cursor.seal(page.nextPageToken) };
  },

  createBrand: async ({ ctx, services, body }) => {
    const { brand } = await services.catalog.createBrand(ctx, { fields: labelFields(body) });
    return toJson(required(brand));
  },

  updateBrand: async ({ ctx, services, params, body }) => {
    const id = requireId('brd', params.brand);
    const { brand } = await services.catalog.updateBrand(ctx, {
      id,
      fields: labelFields(body),
      expectedVersion: body.version,
    });
    return toJson(required(brand));
  },

  removeBrand: async ({ ctx, services, params }) => {
    const id = requireId('brd', params.brand);
    await services.catalog.deleteBrand(ctx, { id });
    return { id };
  },
};

interface Label {
  name: string;
  isActive: boolean;
  image: string;
}

const labelFields = ({ name, isActive, image }: Label) => ({
  name,
  isActive,
  image: image.trim() === '' ? undefined : image,
});

const categoryFields = ({ parentId, ...label }: Label & { parentId: string | null }) => ({
  ...labelFields(label),
  parentId: parentId ?? undefined,
});
