import type { useTexts } from '../../../lib/texts.ts';

/** Name of a line's product and variant. */
export const nameOf = (
  t: ReturnType<typeof useTexts>,
  line: { productName: string; variantName: string },
): string =>
  [line.productName || t('list.nameless'), line.variantName].filter((part) => part !== '').join(' · ');
