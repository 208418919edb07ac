import { PromotionForm } from './PromotionForm.tsx';

/** A promotion to be added. */
export default function NewPromotionPage() {
  return <PromotionForm />;
}
