import { useRef, useState } from 'react';
import { ActionIcon, Button, Card, Group, Select, Stack, Table, Text, TextInput } from '@mantine/core';
import { IconArrowsExchange, IconX } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { stockRoutes } from '@commerce/console-api/routes/stock.ts';
import { ApiError } from '../../../lib/call.ts';
import { useAct, useRead } from '../../../lib/api.ts';
import { number } from '../../../lib/format.ts';
import { reportInvalidNumbers } from '../../../lib/guard-forms.ts';
import { notifyDone } from '../../../lib/notify.ts';
import { QUANTITY } from '../../../lib/number-text.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { useUnsaved } from '../../../lib/unsaved.ts';
import { ActError } from '../../../ui/ActError.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { PlainForm } from '../../../ui/PlainForm.tsx';
import { ProductPicker, type PickedProduct } from '../prices/ProductPicker.tsx';
import { useVariants, VariantPicker } from '../prices/VariantPicker.tsx';
import { useShop } from './use-shop.ts';

const UNITS = { ...QUANTITY, min: 1 };

interface Line {
  product: PickedProduct;
  variantId: string | null;
  variantName: string;
  quantity: number;
}

/** Moves stock from one shop to another, all or none. */
export default function TransferPage() {
  const t = useTexts('stock');
  const { id: store } = useStore();
  const navigate = useNavigate();
  const { shops, shop: from, setShop } = useShop();
  const [to, setTo] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [lines, setLines] = useState<Line[]>([]);
  const page = useRef<HTMLDivElement>(null);
  useUnsaved(lines.length > 0 || reason !== '', { keepsOnSearch: true });
  const act = useAct(stockRoutes.transfer, {
    invalidates: [stockRoutes.list, stockRoutes.movements, stockRoutes.low, stockRoutes.sums],
    onSuccess: () => {
      notifyDone(t('transfer.done'));
      void navigate(`/stores/${store}/stock`);
    },
  });
  const save = () => {
    if (from === undefined || to === null || reportInvalidNumbers(page.current!)) return;
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
  const others = shops.filter(({ value, isActive }) => isActive && value !== from);
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
      <Stack ref={page}>
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
            <Lines from={from ?? ''} lines={lines} error={act.error} change={setLines} />
          )}
        </Card>
        <ActError error={act.error?.has('insufficient_stock') ? null : act.error} size="md" />
      </Stack>
    </>
  );
}

function Lines({
  from,
  lines,
  error,
  change,
}: {
  /** Source shop. */
  from: string;
  lines: Line[];
  error: unknown;
  change: (lines: Line[]) => void;
}) {
  const t = useTexts('stock');
  const shortLines = new Set(error instanceof ApiError ? error.details.map(({ field }) => field) : []);
  return (
    <Table aria-label={t('transfer.title')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('field.product')}</Table.Th>
          <Table.Th ta="end">{t('transfer.available')}</Table.Th>
          <Table.Th ta="end">{t('transfer.units')}</Table.Th>
          <Table.Th />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map((line, at) => (
          <TransferLine
            key={`${line.product.id} ${line.variantId ?? ''}`}
            from={from}
            line={line}
            isShort={shortLines.has(`lines[${at}]`)}
            set={(quantity) => change(lines.with(at, { ...line, quantity }))}
            remove={() => change(lines.toSpliced(at, 1))}
          />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function TransferLine({
  from,
  line,
  isShort,
  set,
  remove,
}: {
  from: string;
  line: Line;
  isShort: boolean;
  set: (quantity: number) => void;
  remove: () => void;
}) {
  const t = useTexts('stock');
  const { id: store } = useStore();
  const { product, variantId, variantName, quantity } = line;
  const query = { shop: from, q: product.name.slice(0, 200), limit: 100 };
  const stock = useRead(stockRoutes.list, { params: { store }, query }).data?.items;
  const available = stock?.find(
    (row) => row.productId === product.id && (row.variantId ?? null) === variantId,
  )?.available;
  const name = [product.name, variantName].filter((part) => part !== '').join(' · ');
  return (
    <Table.Tr>
      <Table.Td>
        {name}
        {isShort || (available !== undefined && quantity > available) ? (
          <Text c="var(--mantine-color-error)" size="sm" role="alert">
            {t('transfer.lacking')}
          </Text>
        ) : null}
      </Table.Td>
      <Table.Td ta="end">{available === undefined ? '—' : number(available)}</Table.Td>
      <Table.Td>
        <NumberField
          rule={UNITS}
          aria-label={`${t('transfer.units')}: ${name}`}
          required
          value={quantity}
          onChange={(units) => set(units ?? quantity)}
          w={120}
          ml="auto"
        />
      </Table.Td>
      <Table.Td ta="end">
        <ActionIcon
          variant="subtle"
          aria-label={t('transfer.remove', { name: product.name })}
          onClick={remove}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  );
}

function NewLine({ add }: { add: (line: Line) => void }) {
  const t = useTexts('stock');
  const [product, setProduct] = useState<PickedProduct | null>(null);
  const [variantId, setVariant] = useState<string | null>(null);
  const [quantity, setQuantity] = useState<number>(1);
  useUnsaved(product !== null, { keepsOnSearch: true });
  const variants = useVariants(product?.id);
  const isReady = product !== null && variants !== undefined && (variants.length === 0 || variantId !== null);
  const save = () => {
    if (!isReady) return;
    const variantName = variants.find(({ value }) => value === variantId)?.label ?? '';
    add({ product, variantId, variantName, quantity });
    setProduct(null);
    setVariant(null);
    setQuantity(1);
  };
  return (
    <Card withBorder component="section">
      <PlainForm onSave={save}>
        <Group align="flex-start">
          <ProductPicker
            value={product}
            onPick={(picked) => {
              setProduct(picked);
              setVariant(null);
            }}
            flex="1 1 16rem"
          />
          <VariantPicker productId={product?.id} value={variantId} onPick={setVariant} />
          <NumberField
            rule={UNITS}
            label={t('transfer.units')}
            required
            value={quantity}
            onChange={(units) => setQuantity(units ?? 1)}
            w={120}
          />
          <Button type="submit" variant="default" mt={25} disabled={!isReady}>
            {t('transfer.add')}
          </Button>
        </Group>
      </PlainForm>
    </Card>
  );
}
