import {
  UpdateProductResponse,
  type UpdateProductRequest,
} from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { storeOf } from '@commerce/service-kit/context.ts';
import { conflict, notFound } from '@commerce/service-kit/fault.ts';
import type { Handler } from '@commerce/service-kit/grpc/server.ts';
import { requireVersion, stampVersion } from '@commerce/service-kit/version.ts';
import type { Unit } from '@commerce/service-kit/write/unit.ts';
import { Problems } from '../domain/problems.ts';
import { changedProduct } from '../domain/product-update.ts';
import { isSame, type ProductRecord } from '../domain/product.ts';
import { publishChange } from '../events/publish.ts';
import { productChangeMany } from '../store/product-write.ts';
import { productFindIdsBySlugs } from '../store/product.ts';
import { checkReferences } from '../use-cases/check-references.ts';
import { linkImages, saveImageUses } from '../use-cases/images/link-images.ts';
import type { Deps } from '../deps.ts';

export const updateProduct =
  (deps: Deps): Handler<UpdateProductRequest, UpdateProductResponse> =>
  async (ctx, request) => {
    const work = async (unit: Unit) => {
      const storeId = storeOf(ctx);
      const change = (record: ProductRecord) => changeOf(deps, unit, record, request);
      const [changed] = await productChangeMany(unit, storeId, [request.id], change, deps.stamp);
      if (changed === undefined) throw notFound({ id: 'product' });
      await saveImageUses(deps, unit, storeId, [changed]);
      publishChange(unit, changed);
      return { product: changed.after.product };
    };
    try {
      return await deps.writer.write(ctx, UpdateProductResponse, work);
    } catch (error) {
      throw conflictOf(error);
    }
  };

async function changeOf(
  deps: Deps,
  unit: Unit,
  record: ProductRecord,
  request: UpdateProductRequest,
): Promise<ProductRecord | undefined> {
  if (record.draft && !request.includeDrafts) throw notFound({ id: 'product' });
  requireVersion(request.expectedVersion, stampVersion(record.product.updatedAtMs));
  const problems = new Problems();
  const changed = changedProduct(problems, record, request);
  await checkReferences(unit, record.storeId, problems, {
    category_ids: request.categoryIds?.values,
    brand_ids: request.brandIds?.values,
    shop_ids: request.shopIds?.values,
  });
  problems.throwIfAny();
  const changes = [{ before: record, after: changed, problems }];
  const after = (await linkImages(deps, unit, record.storeId, changes))[0]!;
  problems.throwIfAny();
  if (after.product.slug !== record.product.slug) await requireFree(unit, record.storeId, after.product.slug);
  return isSame(record, after) ? undefined : after;
}

async function requireFree(unit: Unit, storeId: string, slug: string): Promise<void> {
  const [id] = await productFindIdsBySlugs(unit, storeId, [slug]);
  if (id !== undefined) throw slugTaken();
}

const slugTaken = () => conflict('slug_taken', 'Another product of the store has this slug.', 'slug');

/** Another transaction may take the slug between the lookup and the write: then the unique index refuses the write. */
function conflictOf(error: unknown): unknown {
  return (error as { constraint?: string }).constraint === 'product_store_id_slug_key' ? slugTaken() : error;
}
