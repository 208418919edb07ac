import { useSearchParams } from 'react-router';
import { CustomerForm } from './CustomerForm.tsx';

export default function NewCustomerPage() {
  const [params] = useSearchParams();
  return <CustomerForm isContact={params.get('kind') === 'contact'} />;
}
