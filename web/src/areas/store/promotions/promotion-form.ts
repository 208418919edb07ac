import type { UseFormReturnType } from '@mantine/form';
import type { PickedProduct } from '../prices/ProductPicker.tsx';

/** Form values of a promotion. */
export interface PromotionValues {
  name: string;
  unit: 'percent' | 'amount';
  /** Hundredths of a percent, or centavos. */
  value: number | null;
  products: PickedProduct[];
  categoryIds: string[];
  brandIds: string[];
  shopIds: string[];
  /** In the store's time zone. */
  startsAt: string;
  endsAt: string;
}

/** Promotion form, as far as its fields use it. */
export type PromotionFormOf = Pick<
  UseFormReturnType<PromotionValues>,
  'getInputProps' | 'values' | 'errors' | 'setFieldValue'
>;
