import { useState } from 'react';
import { Alert, Button, Card, Group, Select, Stack, Text } from '@mantine/core';
import { productRoutes } from '@commerce/console-api/routes/products.ts';
import { shopRoutes } from '@commerce/console-api/routes/shops.ts';
import type { AnswerOf } from '@commerce/console-api/route.ts';
import { useAct, useReadPages } from '../../../lib/api.ts';
import { number } from '../../../lib/format.ts';
import { errorText } from '../../../lib/problems.ts';
import { useMay, useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';

/** Option to leave quantities out. */
const NO_SHOP = 'none';

/** Summary of the import, choice of the shop for quantities, and the button that starts it. */
export function Confirm({ data }: { data: AnswerOf<typeof productRoutes.getImport> }) {
  const t = useTexts('imports');
  const common = useTexts('common');
  const { id: store } = useStore();
  const mayConfirm = useMay()('editPrices');
  const shops = useReadPages(shopRoutes.list, { params: { store }, query: { limit: 100 } }).items ?? [];
  const [choice, setChoice] = useState<string | null>(null);
  const [isChoiceMissing, setChoiceMissing] = useState(false);
  const act = useAct(productRoutes.confirmImport, {
    invalidates: [productRoutes.getImport, productRoutes.imports],
  });
  const confirm = () => {
    // Quantities are left out only by explicit choice.
    if (data.hasQuantities && choice === null) return setChoiceMissing(true);
    const shop = choice === NO_SHOP ? null : choice;
    act.mutate({ params: { store, import: data.id }, body: { shop } });
  };
  return (
    <Card withBorder>
      <Stack>
        <Text>
          {t('confirm.about', {
            create: number(data.toCreate),
            update: number(data.toUpdate),
            keep: number(data.toKeep),
          })}
        </Text>
        {data.withErrors > 0 ? (
          <Text size="sm" c="dimmed">
            {t('confirm.leftOut', { count: data.withErrors })}
          </Text>
        ) : null}
        {data.hasQuantities ? (
          <Select
            label={t('confirm.shop')}
            description={t('confirm.shopAbout')}
            placeholder={t('confirm.choose')}
            data={[
              ...shops.map(({ id, name }) => ({ value: id, label: name })),
              { value: NO_SHOP, label: t('confirm.noShop') },
            ]}
            value={choice}
            onChange={(value) => {
              setChoice(value);
              setChoiceMissing(false);
            }}
            error={isChoiceMissing ? t('confirm.choiceMissing') : undefined}
            allowDeselect={false}
            withAsterisk
            maw={420}
          />
        ) : null}
        {act.error ? (
          <Alert color="red" role="alert">
            {errorText(common, act.error)}
          </Alert>
        ) : null}
        {mayConfirm ? (
          <Group>
            <Button loading={act.isPending} onClick={confirm}>
              {t('confirm.button', { count: data.toCreate + data.toUpdate + data.toKeep })}
            </Button>
          </Group>
        ) : (
          <Alert>{t('confirm.mayNot')}</Alert>
        )}
      </Stack>
    </Card>
  );
}
