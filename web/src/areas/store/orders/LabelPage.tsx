import type { OrderDetail } from '@commerce/console-api/routes/order-messages.ts';
import { useStore } from '../../../lib/session.tsx';
import { useTexts } from '../../../lib/texts.ts';
import { Barcode } from './Barcode.tsx';
import classes from './print.module.css';
import { PrintPage } from './PrintPage.tsx';

/** Labels of the parcels of one or several orders, of 100 × 150 mm. */
export default function LabelPage() {
  const t = useTexts('orders');
  return (
    <PrintPage
      title={t('label.title')}
      none={t('label.none')}
      sheet={(order) =>
        order.shipping === undefined ? null : <Label order={order} shipping={order.shipping} />
      }
    />
  );
}

function Label({ order, shipping }: { order: OrderDetail; shipping: NonNullable<OrderDetail['shipping']> }) {
  const t = useTexts('orders');
  const store = useStore();
  const { address, trackingNumber, recipientName, recipientPhone } = shipping;
  const street =
    address && [address.street, address.streetNumber, address.apartment].filter(Boolean).join(' ');
  const place = address && [address.postalCode, address.city].filter(Boolean).join(' ');
  const code = trackingNumber ?? order.orderNumber;
  return (
    <article className={classes['label']}>
      <header>
        <p className={classes['brand']}>{store.name}</p>
        <p>{t('label.from', { shop: order.shopName })}</p>
      </header>
      <section className={classes['recipient']}>
        <h1>{recipientName === '' ? t('list.unknownCustomer') : recipientName}</h1>
        {[street, place, address?.state].filter(Boolean).map((row, n) => (
          <p key={n}>{row}</p>
        ))}
        {recipientPhone === '' ? null : <p>{recipientPhone}</p>}
        {address?.notes === undefined ? null : <p className={classes['hint']}>{address.notes}</p>}
      </section>
      <p className={classes['service']}>{shipping.carrier ?? shipping.methodName}</p>
      <footer>
        <Barcode value={code} className={classes['barcode']} />
        <p>{code}</p>
        <p className={classes['quiet']}>{t('detail.title', { number: order.orderNumber })}</p>
      </footer>
    </article>
  );
}
