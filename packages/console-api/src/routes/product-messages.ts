import type { ProductSummary } from '@commerce/proto/commerce/catalog/v1/back_office_search.ts';
import type { Product } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { Image, ImageCopy, ListImageCopiesResponse } from '@commerce/proto/commerce/catalog/v1/image.ts';
import type {
  ImportProblem,
  ImportProduct,
  ProductImport,
} from '@commerce/proto/commerce/catalog/v1/import.ts';
import type {
  ImageCopyState,
  ImportAction,
  ImportProductState,
  ImportSeverity,
  ImportState,
  ProductStatus,
  ProductType,
  ProductVisibility,
} from '@commerce/proto/commerce/catalog/v1/values.ts';
import type { BulkJobState } from '@commerce/proto/commerce/common/v1/bulk_job.ts';
import type { EnumKey, EnumName } from '@commerce/proto/enum.ts';
import type { Json } from '../json.ts';
import type { EditedAmounts } from './price-messages.ts';

interface ProductWords {
  type: EnumName<typeof ProductType>;
  visibility: EnumKey<typeof ProductVisibility>;
}

/** Product as lists show it. */
export type ListedProduct = Omit<Json<ProductSummary>, keyof ProductWords | 'status'> &
  ProductWords & { status: EnumName<typeof ProductStatus> };

/** Problem of an import. */
export type ListedProblem = Omit<Json<ImportProblem>, 'severity'> & {
  severity: EnumName<typeof ImportSeverity>;
};

/** Import with its progress. */
export type ListedImport = Omit<Json<ProductImport>, 'state' | 'failure'> & {
  state: EnumName<typeof ImportState>;
  failure: ListedProblem | undefined;
};

/** Product of an import. */
export type ListedImportProduct = Omit<Json<ImportProduct>, 'action' | 'state'> & {
  id: string;
  action: EnumName<typeof ImportAction>;
  state: EnumName<typeof ImportProductState>;
};

/** Product as its page shows it; costs are included only for roles that may see them. */
export interface EditedProduct {
  product: Json<Omit<Product, 'costCentavos' | 'variants' | keyof ProductWords>> &
    ProductWords & {
      variants: (Json<Omit<Product['variants'][number], 'costCentavos'>> & { costCentavos?: number })[];
      costCentavos?: number;
    };
  isDraft: boolean;
  amounts: EditedAmounts;
}

/** Product as the sheet of the bulk edit shows it. */
export interface SheetProduct extends Pick<
  EditedProduct['product'],
  'id' | 'name' | 'sku' | 'type' | 'visibility' | 'isActive' | 'updatedAt'
> {
  isDraft: boolean;
  amounts: EditedAmounts;
  variants: { id: string; name: string; sku?: string | undefined }[];
}

/** Progress of a bulk operation on products. */
export interface BulkProgress {
  state: EnumName<typeof BulkJobState>;
  total: number;
  done: number;
  /** Failure reason; empty otherwise. */
  failure: string;
}

/** Uploaded image. */
export type UploadedImage = Omit<Image, 'id'>;

/** Copies of external images that are not finished: their counts, and the first hundred of them. */
export type ImageCopies = Omit<ListImageCopiesResponse, 'copies'> & {
  copies: (Omit<ImageCopy, 'state'> & { state: EnumName<typeof ImageCopyState> })[];
};
