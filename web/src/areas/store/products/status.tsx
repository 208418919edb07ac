import { useTexts } from '../../../lib/texts.ts';
import { StatusBadge, type Tone } from '../../../ui/StatusBadge.tsx';

const TONES: Record<string, Tone> = { active: 'good', draft: 'busy', inactive: 'quiet' };

/** Badge for a draft, active or inactive product. */
export function ProductStatus({ status }: { status: string }) {
  const t = useTexts('products');
  return <StatusBadge tone={TONES[status] ?? 'quiet'}>{t(`status.${status}`)}</StatusBadge>;
}

/** Status of a product, as lists name it. */
export const statusOf = (isDraft: boolean, isActive: boolean): string => {
  if (isDraft) return 'draft';
  return isActive ? 'active' : 'inactive';
};
