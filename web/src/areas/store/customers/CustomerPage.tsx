import { useParams } from 'react-router';
import { customerRoutes } from '@commerce/console-api/routes/customers.ts';
import { PageSkeleton } from '../../../layout/PageSkeleton.tsx';
import { useRead } from '../../../lib/api.ts';
import { useStore } from '../../../lib/session.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { CustomerFigures } from './CustomerFigures.tsx';
import { CustomerForm } from './CustomerForm.tsx';
import { CustomerNotes } from './CustomerNotes.tsx';
import { CustomerOrders } from './CustomerOrders.tsx';
import { CustomerPrivacy } from './CustomerPrivacy.tsx';
import { CustomerTags } from './CustomerTags.tsx';
import { ErasedCustomer } from './ErasedCustomer.tsx';

/** Details of a customer or contact. */
export default function CustomerPage() {
  const { id: store } = useStore();
  const { customer = '' } = useParams();
  const { data, error, refetch } = useRead(customerRoutes.get, { params: { store, customer } });
  if (data === undefined)
    return error ? <ErrorState error={error} retry={() => void refetch()} /> : <PageSkeleton />;
  if (data.erasure !== null) return <ErasedCustomer id={data.id} erasure={data.erasure} />;
  return (
    <CustomerForm
      key={`${data.id} ${data.isContact}`}
      person={data}
      aside={
        <>
          {data.isContact ? null : <CustomerFigures person={data} />}
          <CustomerTags person={data} />
          <CustomerNotes person={data} />
          {data.isContact ? null : <CustomerOrders person={data} />}
          <CustomerPrivacy person={data} />
        </>
      }
    />
  );
}
