import { ShopForm } from './ShopForm.tsx';

export default function NewShopPage() {
  return <ShopForm />;
}
