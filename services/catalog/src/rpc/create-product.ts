import {
  CreateProductResponse,
  type CreateProductRequest,
} from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { newId } from '@commerce/service-kit/ids.ts';
import { Problems } from '../domain/problems.ts';
import { newProduct } from '../domain/product-create.ts';
import { publishChange } from '../events/publish.ts';
import { productCreate } from '../store/product-write.ts';
import { checkReferences } from '../use-cases/check-references.ts';
import { linkImages, saveImageUses } from '../use-cases/images/link-images.ts';
import type { Deps } from '../deps.ts';

export const createProduct =
  (deps: Deps): Handler<CreateProductRequest, CreateProductResponse> =>
  (ctx, request) =>
    deps.writer.write(ctx, CreateProductResponse, async (unit) => {
      const problems = new Problems();
      const ids = { product: newId('prd'), variant: () => newId('var') };
      const record = newProduct(problems, storeOf(ctx), request, ids);
      const { categoryIds, brandIds, shopIds } = record.product;
      const references = { category_ids: categoryIds, brand_ids: brandIds, shop_ids: shopIds };
      await checkReferences(unit, record.storeId, problems, references);
      problems.throwIfAny();
      const changes = [{ before: undefined, after: record, problems }];
      const [linked] = await linkImages(deps, unit, record.storeId, changes);
      problems.throwIfAny();
      const after = await productCreate(unit, linked!, deps.stamp);
      await saveImageUses(deps, unit, record.storeId, [{ before: undefined, after }]);
      publishChange(unit, { after });
      return { product: after.product };
    });
