import { PromotionForm } from './PromotionForm.tsx';

export default function NewPromotionPage() {
  return <PromotionForm />;
}
