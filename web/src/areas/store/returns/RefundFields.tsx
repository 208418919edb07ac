import { NativeSelect, Text } from '@mantine/core';
import { COUNTER_GATEWAYS } from '@commerce/console-api/routes/pos.ts';
import { registerRoutes } from '@commerce/console-api/routes/registers.ts';
import { useRead } from '../../../lib/api.ts';
import { money } from '../../../lib/format.ts';
import { PRICE } from '../../../lib/number-text.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { MoneyInput } from '../../../ui/MoneyInput.tsx';

/** Means by which money is given back at the till: never on a credit account. */
const GATEWAYS = COUNTER_GATEWAYS.filter((each) => each !== 'credit_account');
export type TillGateway = (typeof GATEWAYS)[number];

/** Amount and means of a refund. Cash leaves the open cash register of the shop, if there is one. */
export function RefundFields({
  shop,
  held,
  amountCentavos,
  isFixed,
  gateway,
  onAmount,
  onGateway,
}: {
  shop: string;
  /** Paid and not refunded, in centavos. */
  held: number;
  amountCentavos: number;
  /** The amount cannot be changed. */
  isFixed: boolean;
  gateway: TillGateway;
  onAmount: (centavos: number | null) => void;
  onGateway: (gateway: TillGateway) => void;
}) {
  const t = useTexts('returns');
  const pos = useTexts('pos');
  const { id: store } = useStore();
  const read = useRead(registerRoutes.current, { params: { store }, query: { shop } });
  return (
    <>
      <MoneyInput
        label={t('refund.amount')}
        description={t('refund.limit', { amount: money(held) })}
        rule={{ ...PRICE, min: 0, max: held }}
        value={amountCentavos}
        onChange={onAmount}
        readOnly={isFixed}
        size="md"
      />
      <NativeSelect
        label={t('refund.gateway')}
        size="md"
        data={GATEWAYS.map((value) => ({ value, label: pos(`gateway.${value}`) }))}
        value={gateway}
        onChange={(event) => onGateway(event.currentTarget.value as TillGateway)}
      />
      {gateway === 'cash' && read.data !== undefined ? (
        <Text size="xs" c="dimmed">
          {read.data.register === null ? t('refund.noRegister') : t('refund.register')}
        </Text>
      ) : null}
    </>
  );
}
