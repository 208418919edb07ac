import { useState } from 'react';
import { Card, Grid, Select, Skeleton, Stack, Text, Timeline, Title } from '@mantine/core';
import { IconCalculator } from '@tabler/icons-react';
import type { ExplainedPrice } from '@commerce/console-api/routes/price-messages.ts';
import { priceRoutes } from '@commerce/console-api/routes/prices.ts';
import { shopRoutes } from '@commerce/console-api/routes/shops.ts';
import { useRead } from '../../../lib/api.ts';
import { money } from '../../../lib/format.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Money } from '../../../ui/Money.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { signedPercent } from './percent.ts';
import { PriceTabs } from './PriceTabs.tsx';
import { ProductPicker, type PickedProduct } from './ProductPicker.tsx';
import { useVariants, VariantPicker } from './VariantPicker.tsx';

/** Price of a product at a shop, with the explanation. */
export default function PriceCheckPage() {
  const t = useTexts('prices');
  const common = useTexts('common');
  const { id: store } = useStore();
  const [product, setProduct] = useState<PickedProduct | null>(null);
  const [variant, setVariant] = useState<string | null>(null);
  const [shop, setShop] = useState<string | null>(null);
  const [list, setList] = useState<string | null>(null);
  const shops = useRead(shopRoutes.list, { params: { store }, query: { limit: 100 } });
  const lists = useRead(priceRoutes.lists, { params: { store } });
  const chosenShop = shop ?? shops.data?.items[0]?.id ?? null;
  return (
    <>
      <PageHeader title={t('check.title')} about={t('check.about')} />
      <PriceTabs />
      <Grid>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Card withBorder component="section">
            <Stack>
              <ProductPicker
                value={product}
                onPick={(picked) => {
                  setProduct(picked);
                  setVariant(null);
                }}
              />
              <VariantPicker productId={product?.id} value={variant} onPick={setVariant} />
              <Select
                label={t('check.shop')}
                data={(shops.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
                value={chosenShop}
                onChange={setShop}
                allowDeselect={false}
              />
              <Select
                label={t('check.list')}
                placeholder={t('check.shopList')}
                data={(lists.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))}
                value={list}
                onChange={setList}
                clearable
                clearButtonProps={{ 'aria-label': common('clear') }}
              />
            </Stack>
          </Card>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          {product === null || chosenShop === null ? (
            <Card withBorder>
              <EmptyState icon={<IconCalculator />} title={t('check.empty')} about={t('check.emptyAbout')} />
            </Card>
          ) : (
            <Result product={product.id} variant={variant} shop={chosenShop} list={list} />
          )}
        </Grid.Col>
      </Grid>
    </>
  );
}

function Result(choice: { product: string; variant: string | null; shop: string; list: string | null }) {
  const { id: store } = useStore();
  const variants = useVariants(choice.product);
  const { product, shop } = choice;
  const query = { product, shop, variant: choice.variant ?? undefined, list: choice.list ?? undefined };
  const isKnown = variants !== undefined && (variants.length === 0 || choice.variant !== null);
  const { data, error, isPlaceholderData, refetch } = useRead(
    priceRoutes.explain,
    { params: { store }, query },
    { enabled: isKnown },
  );
  if (error !== null) return <ErrorState error={error} retry={() => void refetch()} />;
  if (data === undefined || isPlaceholderData || !isKnown)
    return (
      <Card withBorder aria-busy>
        <Skeleton height={160} />
      </Card>
    );
  return <Explanation price={data} />;
}

/** Steps of the price engine in plain language. */
function Explanation({ price }: { price: ExplainedPrice }) {
  const t = useTexts('prices');
  const steps = [
    { key: 'base', title: t('check.base'), about: t('check.baseAbout'), centavos: price.basePriceCentavos },
    ...price.lists.map((step) => ({
      key: step.priceListId,
      title: t('check.listStep', { name: step.name }),
      about: listText(t, step),
      centavos: step.priceCentavos,
    })),
    ...(price.lists.length === 0
      ? [
          {
            key: 'no-list',
            title: t('check.noList'),
            about: t('check.noListAbout'),
            centavos: price.originalPriceCentavos,
          },
        ]
      : []),
    ...price.offers.map((offer) => ({
      key: offer.promotionId,
      title: t('check.offer', { name: offer.name }),
      about: offerText(t, price, offer),
      centavos: offer.priceCentavos,
      isOffer: true,
      isApplied: offer.promotionId === price.promotionId,
    })),
    ...(price.offers.length === 0
      ? [
          {
            key: 'no-offer',
            title: t('check.noOffer'),
            about: t('check.noOfferAbout'),
            centavos: price.priceCentavos,
          },
        ]
      : []),
  ];
  const applied = steps.findIndex((step) => 'isApplied' in step && step.isApplied);
  return (
    <Card withBorder component="section" aria-live="polite">
      <Stack>
        <div>
          <Text c="dimmed" size="sm">
            {[price.productName, price.variantName].filter((part) => part !== '').join(' · ')}
          </Text>
          <Title order={2} size="h1">
            <Money centavos={price.priceCentavos} />
          </Title>
          <Text size="sm">{t(`check.source.${price.source}`)}</Text>
        </div>
        <Timeline active={applied === -1 ? steps.length : applied} bulletSize={18} lineWidth={2}>
          {steps.map((step) => (
            <Timeline.Item key={step.key} title={step.title}>
              <Text size="sm" c="dimmed">
                {step.about}
              </Text>
              <Text size="sm" fw={600}>
                <Money centavos={step.centavos} />
              </Text>
            </Timeline.Item>
          ))}
        </Timeline>
      </Stack>
    </Card>
  );
}

type Translate = ReturnType<typeof useTexts>;

function listText(t: Translate, step: ExplainedPrice['lists'][number]): string {
  if (step.rule === 'variant_entry') return t('check.variantEntry');
  if (step.rule === 'product_entry') return t('check.productEntry');
  if (step.rule === 'base') return t('check.listBase');
  const { percentBp = 0, overCentavos = 0, unroundedCentavos = 0, roundingCentavos = 1 } = step;
  const made = t('check.percentage', {
    percent: signedPercent(percentBp),
    over: money(overCentavos),
    result: money(unroundedCentavos),
  });
  if (roundingCentavos === 1) return made;
  return `${made} ${t('check.rounding', { step: money(roundingCentavos), result: money(step.priceCentavos) })}`;
}

function offerText(t: Translate, price: ExplainedPrice, offer: ExplainedPrice['offers'][number]): string {
  const off =
    offer.percentBp === null
      ? money(offer.amountCentavos ?? 0)
      : signedPercent(-offer.percentBp).replace('−', '');
  const what = t('check.takesOff', { off });
  if (offer.promotionId === price.promotionId) return `${what} ${t('check.wins')}`;
  if (offer.priceCentavos >= price.originalPriceCentavos) return `${what} ${t('check.lowersNothing')}`;
  return `${what} ${t('check.loses')}`;
}
