import type { PostalAddress } from '@commerce/proto/commerce/common/v1/resource.ts';
import { CustomerType, type Customer } from '@commerce/proto/commerce/customers/v1/customers.ts';
import type { Shipping } from '@commerce/proto/commerce/orders/v1/orders.ts';
import { PaymentGateway, ShippingMethod } from '@commerce/proto/commerce/orders/v1/values.ts';
import { addressIn, dniNumber, personName, phoneIn } from './customers.ts';
import { places } from './data.ts';
import type { Plan } from './orders.ts';
import type { Rng } from './random.ts';

const carriers = ['Correo Sur', 'Andes Cargas', 'Vía Expreso'];

type Method = Pick<
  Shipping,
  'methodType' | 'methodName' | 'priceCentavos' | 'address' | 'carrier' | 'trackingNumber' | 'trackingUrl'
>;

function byCarrier({ stage }: Plan, customer: Customer | undefined, rng: Rng): Method {
  const hasLeft = stage === 'shipped' || stage === 'delivered' || stage === 'returned';
  const trackingNumber = hasLeft ? `AR${rng.digits(10)}` : undefined;
  return {
    methodType: ShippingMethod.CARRIER,
    methodName: rng.chance(0.7) ? 'Envío a domicilio' : 'Retiro en sucursal del correo',
    priceCentavos: rng.chance(0.2) ? 0 : rng.between(65, 240) * 10_000,
    address: customer?.shippingAddresses[0] ?? addressIn(rng.pick(places), rng),
    carrier: rng.pick(carriers),
    trackingNumber,
    trackingUrl: trackingNumber && `https://tracking.example.com/${trackingNumber}`,
  };
}

function methodOf(plan: Plan, gateway: PaymentGateway, customer: Customer | undefined, rng: Rng): Method {
  const { shop, place } = plan.shop;
  const isFar = rng.chance(plan.source === 'marketplace' ? 0.83 : 0.45);
  // Cash is paid at the door or at the counter, never to a carrier.
  if (isFar && gateway !== PaymentGateway.CASH) return byCarrier(plan, customer, rng);
  if (rng.chance(0.5))
    return {
      methodType: ShippingMethod.LOCAL_DELIVERY,
      methodName: 'Envío en el día',
      priceCentavos: rng.chance(0.2) ? 0 : rng.between(35, 90) * 10_000,
      address: addressIn(place, rng),
    };
  const { street, streetNumber } = shop.address!;
  const { city, state, postalCode } = place;
  const address: PostalAddress = { street, streetNumber: String(streetNumber), city, state, postalCode };
  return {
    methodType: ShippingMethod.PICKUP,
    methodName: `Retiro en ${shop.name}`,
    priceCentavos: 0,
    address,
  };
}

/** Shipping of an order; absent for a counter sale. */
export function makeShipping(
  plan: Plan,
  gateway: PaymentGateway,
  customer: Customer | undefined,
  rng: Rng,
): Shipping | undefined {
  if (plan.source === 'pos') return undefined;
  const isSelf = customer?.customerType === CustomerType.INDIVIDUAL && rng.chance(0.9);
  return {
    ...methodOf(plan, gateway, customer, rng),
    recipientName: isSelf ? customer.name : personName(rng),
    recipientPhone: isSelf ? customer.phone : phoneIn(rng.pick(places), rng),
    recipientDocument: (isSelf && customer.dni) || dniNumber(rng),
  };
}
