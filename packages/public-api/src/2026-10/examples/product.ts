import { ProductType, ProductVisibility } from '@commerce/proto/commerce/catalog/v1/values.ts';
import type { Product } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import { PriceSource } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import type { StockRow } from '@commerce/proto/commerce/inventory/v1/inventory.ts';
import type { ResolvedPrice } from '@commerce/proto/commerce/pricing/v1/pricing.ts';
import { IDS, TIMES } from './ids.ts';

const { createdMs: createdAtMs, updatedMs: updatedAtMs } = TIMES;

/** Product with two variants, the second without optional data. */
export const exampleProduct: Product = {
  id: IDS.product,
  name: 'Remera de algodón',
  slug: 'remera-de-algodon',
  description: 'Remera de algodón peinado, corte recto.',
  shortDescription: 'Algodón peinado',
  sku: 'REM-ALG',
  barcode: '7791234567898',
  type: ProductType.VARIABLE,
  images: ['https://img.example.com/products/remera-1.jpg', 'https://img.example.com/products/remera-2.jpg'],
  categoryIds: [IDS.category],
  brandIds: [IDS.brand],
  tags: ['verano', 'básicos'],
  shopIds: [IDS.shop, IDS.secondShop],
  visibility: ProductVisibility.PUBLIC,
  isActive: true,
  priceCentavos: 1_899_990,
  variantAxes: ['Talle', 'Color'],
  variants: [
    {
      id: IDS.variant,
      sku: 'REM-ALG-M',
      barcode: '7791234567904',
      name: 'M / Blanco',
      attributes: [
        { name: 'Talle', value: 'M' },
        { name: 'Color', value: 'Blanco' },
      ],
      images: ['https://img.example.com/products/remera-m.jpg'],
      priceCentavos: 1_899_990,
      compareAtPriceCentavos: 2_200_000,
      isActive: true,
      position: 0,
      costCentavos: 850_050,
    },
    {
      id: IDS.secondVariant,
      name: 'L / Negro',
      attributes: [
        { name: 'Talle', value: 'L' },
        { name: 'Color', value: 'Negro' },
      ],
      images: [],
      priceCentavos: 1_950_000,
      isActive: false,
      position: 1,
      costCentavos: undefined,
    },
  ],
  ivaRateBp: 2_100,
  weightMilli: 180,
  weightUnit: 'kg',
  costCentavos: 850_050,
  createdAtMs,
  updatedAtMs,
};

/** Product without optional data, as after its creation: price 0 and internal. */
export const bareProduct: Product = {
  id: IDS.simpleProduct,
  name: 'Yerba 1 kg',
  slug: 'yerba-1-kg',
  type: ProductType.SIMPLE,
  images: [],
  categoryIds: [],
  brandIds: [],
  tags: [],
  shopIds: [],
  visibility: ProductVisibility.INTERNAL,
  isActive: true,
  priceCentavos: 0,
  variantAxes: [],
  variants: [],
  ivaRateBp: 1_050,
  weightMilli: 1_000,
  weightUnit: 'kg',
  costCentavos: undefined,
  createdAtMs,
  updatedAtMs,
};

/** Product with variants, priced by a list, one variant with a promotion. */
export const examplePrice: ResolvedPrice = {
  productId: IDS.product,
  shopId: IDS.shop,
  priceListId: IDS.priceList,
  priceCentavos: 1_519_990,
  originalPriceCentavos: 1_899_990,
  source: PriceSource.PROMOTION,
  variants: [
    {
      variantId: IDS.variant,
      priceCentavos: 1_519_990,
      originalPriceCentavos: 1_899_990,
      source: PriceSource.PROMOTION,
    },
    {
      variantId: IDS.secondVariant,
      priceCentavos: 1_950_000,
      originalPriceCentavos: 1_950_000,
      source: PriceSource.PRICE_LIST,
    },
  ],
};

/** Product without variants in a store without price lists. */
export const barePrice: ResolvedPrice = {
  productId: IDS.simpleProduct,
  shopId: IDS.shop,
  priceCentavos: 425_000,
  originalPriceCentavos: 425_000,
  source: PriceSource.BASE,
  variants: [],
};

/** Stock of a variant. */
export const exampleStockRow: StockRow = {
  shopId: IDS.shop,
  productId: IDS.product,
  variantId: IDS.variant,
  sku: 'REM-ALG-M',
  onHand: 14,
  available: 11,
};

/** Stock of a product without variants and without SKU. */
export const bareStockRow: StockRow = {
  shopId: IDS.shop,
  productId: IDS.simpleProduct,
  onHand: 0,
  available: 0,
};
