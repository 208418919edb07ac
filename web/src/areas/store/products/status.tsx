import { useTexts } from '../../../lib/texts.ts';
import { inList, StatusBadge, type Tone } from '../../../ui/StatusBadge.tsx';

const TONES: Record<string, Tone> = { active: 'good', draft: 'busy', inactive: 'quiet' };

/** Badge for a draft, active or inactive product. */
export function ProductStatus({
  status,
  quiet = false,
}: {
  status: string;
  /** In a list, where only what needs attention stands out. */
  quiet?: boolean;
}) {
  const t = useTexts('products');
  const tone = TONES[status] ?? 'quiet';
  return <StatusBadge tone={quiet ? inList(tone) : tone}>{t(`status.${status}`)}</StatusBadge>;
}

/** Status of a product, as lists name it. */
export const statusOf = (isDraft: boolean, isActive: boolean): string => {
  if (isDraft) return 'draft';
  return isActive ? 'active' : 'inactive';
};
