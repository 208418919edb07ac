import type { OrderDetail, OrderSheet } from '@commerce/console-api/routes/order-messages.ts';
import { dayAndTime, money } from '../../../lib/format.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { Barcode } from './Barcode.tsx';
import { dueOf, shownPayment } from './labels.ts';
import classes from './print.module.css';
import { PrintPage } from './PrintPage.tsx';
import { addressText } from './ShippingCard.tsx';

/** Packing slips of one or several orders. */
export default function SlipPage() {
  const t = useTexts('orders');
  return (
    <PrintPage title={t('slip.title')} none={t('slip.none')} sheet={(order) => <Slip order={order} />} />
  );
}

function Slip({ order }: { order: OrderSheet }) {
  const t = useTexts('orders');
  const store = useStore();
  const units = order.lineItems.reduce((sum, { quantity }) => sum + quantity, 0);
  const due = dueOf(order, order.balanceCentavos);
  const payment = shownPayment(order.payment.status, order.status);
  // What was paid and refunded in full is to be collected again.
  const label = payment === 'refunded' && due > 0 ? 'pending' : payment;
  return (
    <article className={classes['slip']}>
      <header className={classes['head']}>
        <div>
          <p className={classes['brand']}>{store.name}</p>
          <p className={classes['quiet']}>{order.shopName}</p>
        </div>
        <div className={classes['number']}>
          <h1>{t('detail.title', { number: order.orderNumber })}</h1>
          <p className={classes['quiet']}>{dayAndTime(order.createdAt)}</p>
          <Barcode value={order.orderNumber} className={classes['barcode']} />
        </div>
      </header>
      <Parties order={order} />
      <Lines order={order} />
      <footer className={classes['foot']}>
        <p>
          <strong>{t('slip.units', { count: units })}</strong>
        </p>
        <p className={payment === 'paid' ? classes['stamp'] : classes['due']}>
          {t(`slip.payment.${label}`)}
          {due > 0 ? `: ${money(due)}` : null} · {t(`gateway.${order.payment.gateway}`)}
        </p>
      </footer>
    </article>
  );
}

/** Delivery and buyer; what is unknown leaves no trace. */
function Parties({ order: { shipping, customer } }: { order: OrderDetail }) {
  const t = useTexts('orders');
  const method = shipping && t(`method.${shipping.methodType}`);
  return (
    <div className={classes['parties']}>
      {shipping === undefined ? (
        <Block title={t('shipping.title')} rows={[t('shipping.counter')]} />
      ) : (
        <>
          <Block
            title={t('slip.to')}
            rows={[
              shipping.recipientName,
              shipping.address && addressText(shipping.address),
              shipping.recipientPhone,
              shipping.recipientDocument && `${t('shipping.document')} ${shipping.recipientDocument}`,
              shipping.address?.notes,
            ]}
          />
          <Block
            title={t('shipping.title')}
            rows={[
              method,
              shipping.methodName === method ? '' : shipping.methodName,
              shipping.carrier === shipping.methodName ? '' : shipping.carrier,
              shipping.trackingNumber,
            ]}
          />
        </>
      )}
      {customer === undefined ? null : (
        <Block title={t('customer.title')} rows={[customer.name, customer.phone, customer.email]} />
      )}
    </div>
  );
}

function Block({ title, rows }: { title: string; rows: (string | undefined)[] }) {
  return (
    <section>
      <h2>{title}</h2>
      {rows.filter(Boolean).map((row, n) => (
        <p key={n}>{row}</p>
      ))}
    </section>
  );
}

function Lines({ order }: { order: OrderDetail }) {
  const t = useTexts('orders');
  const amounts: [string, number | null][] = [
    [t('lines.discount'), order.discountCentavos > 0 ? -order.discountCentavos : null],
    [t('lines.shipping'), order.shipping === undefined ? null : order.shipping.priceCentavos],
  ];
  return (
    <table className={classes['lines']}>
      <thead>
        <tr>
          <th className={classes['pick']}>{t('slip.picked')}</th>
          <th className={classes['end']}>{t('lines.quantity')}</th>
          <th>{t('lines.product')}</th>
          <th className={classes['end']}>{t('lines.unitPrice')}</th>
          <th className={classes['end']}>{t('lines.total')}</th>
        </tr>
      </thead>
      <tbody>
        {order.lineItems.map((line, n) => (
          <tr key={n}>
            <td className={classes['pick']} aria-label={t('slip.picked')}>
              <span className={classes['box']} />
            </td>
            <td className={classes['quantity']}>{line.quantity}</td>
            <td>
              {line.name}
              {line.sku === undefined ? null : <span className={classes['sku']}>{line.sku}</span>}
            </td>
            <td className={classes['end']}>{money(line.unitPriceCentavos)}</td>
            <td className={classes['end']}>{money(line.totalCentavos)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {amounts.map(([name, centavos]) =>
          centavos === null ? null : (
            <tr key={name}>
              <td colSpan={4}>{name}</td>
              <td className={classes['end']}>{money(centavos)}</td>
            </tr>
          ),
        )}
        <tr className={classes['total']}>
          <th colSpan={4} scope="row">
            {t('lines.total')}
          </th>
          <td className={classes['end']}>{money(order.totalCentavos)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
