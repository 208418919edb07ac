import { useTexts } from '../../../lib/texts.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';

/** The first page of the area. */
export default function DeveloperHomePage() {
  const t = useTexts('developer');
  return (
    <>
      <PageHeader title={t('home.title')} />
      <EmptyState title={t('home.empty')} />
    </>
  );
}
