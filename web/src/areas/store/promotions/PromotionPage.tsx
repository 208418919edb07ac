import { useParams } from 'react-router';
import { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import { PageSkeleton } from '../../../layout/PageSkeleton.tsx';
import { useRead } from '../../../lib/api.ts';
import { useStore } from '../../../lib/session.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PromotionForm } from './PromotionForm.tsx';

export default function PromotionPage() {
  const { id: store } = useStore();
  const { promotion = '' } = useParams();
  const { data, error, refetch } = useRead(priceRoutes.promotion, { params: { store, promotion } });
  if (data === undefined)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <PageSkeleton />;
  return <PromotionForm key={data.id} promotion={data} />;
}
