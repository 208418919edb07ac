import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { stockRoutes } from '@commerce/console-api/routes/stock.ts';
import { reloadRoutes, useAct, useReadNow } from '../../../../lib/api.ts';
import { useEditForm } from '../../../../lib/form.ts';
import { notifyDone } from '../../../../lib/notify.ts';
import { useStore } from '../../../../lib/session.tsx';
import { useTexts } from '../../../../lib/texts.ts';
import { afterSave } from '../../../../lib/unsaved.ts';
import { PartlySaved } from '../../../../lib/versioned.ts';
import { duplicatesOf } from './options.ts';
import { PartFailed, saveProduct } from './save-product.ts';
import { NEW_PRODUCT, valuesOf, type Loaded, type ProductValues } from './values.ts';

/** Query of the counts of a product in shops. */
export const countsQuery = (shopIds: string[], product: string) => ({
  shops: shopIds.join(','),
  products: product,
});

/** Lists that show what the editor changes. */
const LISTS = [productRoutes.list, priceRoutes.list, stockRoutes.list, stockRoutes.sums];

/** The form of a product, and its save. @param loaded undefined for a new product */
export function useProductEditor(loaded: Loaded | undefined, shopIds: string[]) {
  const t = useTexts('products');
  const { id: store } = useStore();
  const navigate = useNavigate();
  const client = useQueryClient();
  // A new product of which only a part was saved.
  const [created, setCreated] = useState<Loaded>();
  const [failure, setFailure] = useState<PartFailed>();
  const [isPending, setIsPending] = useState(false);
  const requests = useRequests();
  const read = useReadLoaded(shopIds);
  const entity = loaded ?? created ?? NEW_PRODUCT;
  // Of a new product, as soon as it is known.
  const productId = useRef(entity.product.id);
  const save = async (values: ProductValues, base: Loaded) => {
    setFailure(undefined);
    setIsPending(true);
    try {
      const saved = await saveProduct(store, requests, { base, values });
      const { id } = saved.base.product;
      await refresh(id);
      notifyDone(t(loaded === undefined ? 'form.created' : 'form.saved'));
      if (loaded === undefined) afterSave(() => void navigate(`/stores/${store}/products/${id}`));
    } catch (error) {
      throw await failed(error, base);
    } finally {
      setIsPending(false);
    }
  };
  const refresh = async (id: string) => {
    await Promise.all([
      reloadRoutes(client, LISTS),
      loaded === undefined ? undefined : read(id).catch(() => undefined),
    ]);
  };
  const failed = async (error: unknown, base: Loaded): Promise<unknown> => {
    if (!(error instanceof PartFailed)) return error;
    setFailure(error);
    const { saving, cause } = error;
    if (saving.base === base) return cause;
    productId.current = saving.base.product.id;
    if (loaded === undefined) setCreated(saving.base);
    await refresh(saving.base.product.id);
    return new PartlySaved(saving.base, saving.values, cause);
  };
  const { form, versioned } = useEditForm<Loaded, ProductValues>({
    entity,
    versionOf: ({ product, amounts, stock, isDraft }) =>
      JSON.stringify([product.id, product.updatedAt, isDraft, amounts.version, stock]),
    valuesOf,
    read: () => read(productId.current),
    save,
    validate: (values) => problemsOf(values, t),
  });
  return { form, versioned, entity, failure, isPending };
}

/** Problems that need no request. */
function problemsOf({ name, axes, rows }: ProductValues, t: ReturnType<typeof useTexts>) {
  const problems = axes.flatMap((axis, at): [string, string][] => {
    const values = rows.map((row) => (row.values[at] ?? '').trim());
    if (values.every((value) => value === '')) return [];
    if (axis.trim() === '') return [[`axes.${at}`, t('options.noName')]];
    return values.includes('') ? [[`axes.${at}`, t('options.noValue')]] : [];
  });
  const isRepeated = new Set(axes.map((axis) => axis.trim().toLowerCase())).size < axes.length;
  return {
    ...(name.trim() === '' && { name: t('form.nameMissing') }),
    ...Object.fromEntries(problems),
    ...(isRepeated && { [`axes.${axes.length - 1}`]: t('options.repeated') }),
    ...(duplicatesOf(rows).size > 0 && { rows: t('options.duplicates') }),
  };
}

/** Reads a product with its amounts and stock, bypassing the cache. */
function useReadLoaded(shopIds: string[]) {
  const { id: store } = useStore();
  const readNow = useReadNow();
  return async (product: string): Promise<Loaded> => {
    const [edited, { items }] = await Promise.all([
      readNow(productRoutes.get, { params: { store, product } }),
      shopIds.length === 0
        ? { items: [] }
        : readNow(stockRoutes.counts, { params: { store }, query: countsQuery(shopIds, product) }),
    ]);
    return { ...edited, stock: items };
  };
}

function useRequests() {
  const create = useAct(productRoutes.create);
  const changeVariants = useAct(productRoutes.changeVariants);
  const editPrices = useAct(priceRoutes.edit);
  const setCounts = useAct(stockRoutes.setCounts);
  const update = useAct(productRoutes.update);
  return {
    create: create.mutateAsync,
    changeVariants: changeVariants.mutateAsync,
    editPrices: editPrices.mutateAsync,
    setCounts: setCounts.mutateAsync,
    update: update.mutateAsync,
  };
}
