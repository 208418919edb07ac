import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';

/** The first page of a store. */
export default function DashboardPage() {
  const t = useTexts('dashboard');
  const store = useStore();
  return <PageHeader title={store.name} about={t('about')} />;
}
