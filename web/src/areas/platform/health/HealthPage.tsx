import { useTexts } from '../../../lib/texts.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { HealthList } from './HealthList.tsx';

export default function HealthPage() {
  const t = useTexts('platform');
  return (
    <>
      <PageHeader title={t('health.title')} about={t('health.about')} />
      <HealthList />
    </>
  );
}
