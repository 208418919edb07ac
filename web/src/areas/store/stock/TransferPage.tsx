import { useState } from 'react';
import {
  ActionIcon,
  Button,
  Card,
  Group,
  NumberInput,
  Select,
  Stack,
  Table,
  Text,
  TextInput,
} from '@mantine/core';
import { IconArrowsExchange, IconX } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { stockRoutes } from '@commerce/console-api/routes/stock.ts';
import { ApiError } from '../../../lib/call.ts';
import { useAct } from '../../../lib/api.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { ActError } from '../../../ui/ActError.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { ProductPicker, type Picked } from '../prices/ProductPicker.tsx';
import { useVariants, VariantPicker } from '../prices/VariantPicker.tsx';
import { useShop } from './use-shop.ts';

interface Line {
  product: Picked;
  variantId: string | null;
  variantName: string;
  quantity: number;
}

/** Moves goods from one shop to another, all or none. */
export default function TransferPage() {
  const t = useTexts('stock');
  const { id: store } = useStore();
  const navigate = useNavigate();
  const { shops, shop: from, setShop } = useShop();
  const [to, setTo] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [lines, setLines] = useState<Line[]>([]);
  useUnsaved(lines.length > 0 || reason !== '');
  const act = useAct(stockRoutes.transfer, {
    invalidates: [stockRoutes.list, stockRoutes.movements, stockRoutes.low],
    onSuccess: () => {
      notifyDone(t('transfer.done'));
      void navigate(`/stores/${store}/stock`);
    },
  });
  const save = () => {
    if (from === undefined || to === null) return;
    const body = {
      fromShopId: from,
      toShopId: to,
      lines: lines.map(({ product, variantId, quantity }) => ({
        productId: product.id,
        variantId,
        quantity,
      })),
      ...(reason.trim() === '' ? {} : { reason }),
    };
    act.mutate({ params: { store }, body });
  };
  const others = shops.filter(({ value }) => value !== from);
  return (
    <>
      <PageHeader
        title={t('transfer.title')}
        about={t('transfer.about')}
        actions={
          <Button onClick={save} loading={act.isPending} disabled={to === null || lines.length === 0}>
            {t('transfer.save')}
          </Button>
        }
      />
      <Stack>
        <Card withBorder component="section">
          <Group align="flex-end">
            <Select
              label={t('transfer.from')}
              data={shops}
              value={from ?? null}
              onChange={(shop) => {
                setShop(shop);
                setTo(null);
              }}
              allowDeselect={false}
              w={240}
            />
            <Select
              label={t('transfer.to')}
              data={others}
              value={to}
              onChange={setTo}
              allowDeselect={false}
              w={240}
            />
            <TextInput
              label={t('adjust.reason')}
              maxLength={200}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
              flex="1 1 14rem"
            />
          </Group>
        </Card>
        <NewLine add={(line) => setLines([...lines, line])} />
        <Card withBorder component="section">
          {lines.length === 0 ? (
            <EmptyState
              icon={<IconArrowsExchange />}
              title={t('transfer.empty')}
              about={t('transfer.emptyAbout')}
            />
          ) : (
            <Lines lines={lines} error={act.error} remove={(at) => setLines(lines.toSpliced(at, 1))} />
          )}
        </Card>
        <ActError error={act.error?.has('insufficient_stock') ? null : act.error} size="md" />
      </Stack>
    </>
  );
}

function Lines({ lines, error, remove }: { lines: Line[]; error: unknown; remove: (at: number) => void }) {
  const t = useTexts('stock');
  const lacking = new Set(error instanceof ApiError ? error.details.map(({ field }) => field) : []);
  return (
    <Table aria-label={t('transfer.title')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('field.product')}</Table.Th>
          <Table.Th ta="end">{t('transfer.units')}</Table.Th>
          <Table.Th />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map(({ product, variantId, variantName, quantity }, at) => (
          <Table.Tr key={`${product.id} ${variantId ?? ''}`}>
            <Table.Td>
              {[product.name, variantName].filter((part) => part !== '').join(' · ')}
              {lacking.has(`lines[${at}]`) ? (
                <Text c="var(--mantine-color-error)" size="sm" role="alert">
                  {t('transfer.lacking')}
                </Text>
              ) : null}
            </Table.Td>
            <Table.Td ta="end">{quantity}</Table.Td>
            <Table.Td ta="end">
              <ActionIcon
                variant="subtle"
                aria-label={t('transfer.remove', { name: product.name })}
                onClick={() => remove(at)}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function NewLine({ add }: { add: (line: Line) => void }) {
  const t = useTexts('stock');
  const [product, setProduct] = useState<Picked | null>(null);
  const [variantId, setVariant] = useState<string | null>(null);
  const [quantity, setQuantity] = useState<number | string>(1);
  useUnsaved(product !== null);
  const variants = useVariants(product?.id);
  const isReady =
    product !== null &&
    Number(quantity) > 0 &&
    variants !== undefined &&
    (variants.length === 0 || variantId !== null);
  return (
    <Card withBorder component="section">
      <Group align="flex-end">
        <ProductPicker
          value={product}
          onPick={(picked) => {
            setProduct(picked);
            setVariant(null);
          }}
          flex="1 1 16rem"
        />
        <VariantPicker productId={product?.id} value={variantId} onPick={setVariant} />
        <NumberInput
          label={t('transfer.units')}
          min={1}
          max={1_000_000_000}
          allowDecimal={false}
          value={quantity}
          onChange={setQuantity}
          w={120}
        />
        <Button
          variant="default"
          disabled={!isReady}
          onClick={() => {
            const variantName = variants?.find(({ value }) => value === variantId)?.label ?? '';
            add({ product: product!, variantId, variantName, quantity: Number(quantity) });
            setProduct(null);
            setVariant(null);
            setQuantity(1);
          }}
        >
          {t('transfer.add')}
        </Button>
      </Group>
    </Card>
  );
}
