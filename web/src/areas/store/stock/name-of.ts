import type { useTexts } from '../../../lib/texts.ts';

/** What a line is of, in one text. */
export const nameOf = (
  t: ReturnType<typeof useTexts>,
  line: { productName: string; variantName: string },
): string =>
  [line.productName || t('list.nameless'), line.variantName].filter((part) => part !== '').join(' · ');
