import { ShopForm } from './ShopForm.tsx';

/** A branch to be added. */
export default function NewShopPage() {
  return <ShopForm />;
}
