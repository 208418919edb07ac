import { useParams } from 'react-router';
import { shopRoutes } from '@commerce/console-api/routes/shops.ts';
import { PageSkeleton } from '../../../layout/PageSkeleton.tsx';
import { useRead } from '../../../lib/api.ts';
import { useStore } from '../../../lib/session.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { ShopForm } from './ShopForm.tsx';

export default function ShopPage() {
  const { id: store } = useStore();
  const { shop = '' } = useParams();
  const { data, error, refetch } = useRead(shopRoutes.get, { params: { store, shop } });
  if (data !== undefined) return <ShopForm key={data.id} shop={data} />;
  return error ? <ErrorState error={error} retry={() => void refetch()} /> : <PageSkeleton />;
}
