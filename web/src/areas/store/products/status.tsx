import { useTexts } from '../../../lib/texts.ts';
import { StatusBadge, type Tone } from '../../../ui/StatusBadge.tsx';

const TONES: Record<string, Tone> = { active: 'good', draft: 'busy', inactive: 'quiet' };

/** Whether a product is a draft, sold, or out of sale. */
export function ProductStatus({ status }: { status: string }) {
  const t = useTexts('products');
  return <StatusBadge tone={TONES[status] ?? 'quiet'}>{t(`status.${status}`)}</StatusBadge>;
}

/** What a product is, as lists call it. */
export const statusOf = (isDraft: boolean, isActive: boolean): string => {
  if (isDraft) return 'draft';
  return isActive ? 'active' : 'inactive';
};
