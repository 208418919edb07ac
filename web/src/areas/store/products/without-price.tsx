import { useState, type ReactNode } from 'react';
import { useTexts } from '../../../lib/texts.ts';
import { QuestionModal } from '../../../ui/QuestionModal.tsx';

interface Guard {
  /** Runs a change that makes products visible to buyers; asks for confirmation first when some of them have no price yet. */
  confirmPublish: (withoutPrice: number, run: () => Promise<unknown>) => void;
  question: ReactNode;
}

/** Confirmation before products without a price become visible to buyers. */
export function useWithoutPriceQuestion(act: { isPending: boolean; error: unknown }): Guard {
  const t = useTexts('products');
  const [pending, setPending] = useState<{ count: number; run: () => Promise<unknown> }>();
  return {
    confirmPublish: (count, run) => {
      if (count > 0) setPending({ count, run });
      else void run().catch(() => undefined);
    },
    question: (
      <QuestionModal
        question={{
          label: t('withoutPrice.go'),
          title: t('withoutPrice.title', { count: pending?.count ?? 1 }),
          about: t('withoutPrice.about'),
        }}
        opened={pending !== undefined}
        close={() => setPending(undefined)}
        run={() => pending?.run() ?? Promise.resolve()}
        act={act}
        destructive={false}
        disabled={false}
      >
        {null}
      </QuestionModal>
    ),
  };
}
