import { useState, type ReactNode } from 'react';
import { useTexts } from '../../../lib/texts.ts';
import { QuestionModal } from '../../../ui/QuestionModal.tsx';
import type { Product } from './product-form.ts';

/** Whether buyers would see a product as it is to be. */
export const isOffered = ({ visibility, isActive }: { visibility: string; isActive: boolean }): boolean =>
  isActive && visibility !== 'INTERNAL';

/** Whether a product, or a variant of it that is on sale, has no price yet. */
export const hasNoPrice = ({ priceCentavos, variants }: Product): boolean =>
  priceCentavos === 0 || variants.some((variant) => variant.isActive && variant.priceCentavos === 0);

interface Guard {
  /** Runs what offers products to buyers; asks first when some of them have no price yet. */
  offer: (withoutPrice: number, run: () => Promise<unknown>) => void;
  question: ReactNode;
}

/** Asks before products without a price are offered to buyers. */
export function useWithoutPriceQuestion(act: { isPending: boolean; error: unknown }): Guard {
  const t = useTexts('products');
  const [asked, setAsked] = useState<{ count: number; run: () => Promise<unknown> }>();
  return {
    offer: (count, run) => {
      if (count > 0) setAsked({ count, run });
      else void run().catch(() => undefined);
    },
    question: (
      <QuestionModal
        question={{
          label: t('withoutPrice.go'),
          title: t('withoutPrice.title', { count: asked?.count ?? 1 }),
          about: t('withoutPrice.about'),
        }}
        opened={asked !== undefined}
        close={() => setAsked(undefined)}
        run={() => asked?.run() ?? Promise.resolve()}
        act={act}
        grave={false}
        disabled={false}
      >
        {null}
      </QuestionModal>
    ),
  };
}
