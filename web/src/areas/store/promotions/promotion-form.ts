import type { UseFormReturnType } from '@mantine/form';
import type { Picked } from '../prices/ProductPicker.tsx';

/** A promotion as its form has it. */
export interface PromotionValues {
  name: string;
  unit: 'percent' | 'amount';
  /** Hundredths of a percent, or centavos. */
  value: number | null;
  products: Picked[];
  categoryIds: string[];
  brandIds: string[];
  shopIds: string[];
  /** In the store's zone. */
  startsAt: string;
  endsAt: string;
}

/** The form of a promotion, as far as its fields use it. */
export type PromotionFormOf = Pick<
  UseFormReturnType<PromotionValues>,
  'getInputProps' | 'values' | 'errors' | 'setFieldValue'
>;
