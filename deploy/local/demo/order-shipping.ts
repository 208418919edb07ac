import type { Customer } from '@commerce/proto/commerce/customers/v1/customers.ts';
import type { Shipping } from '@commerce/proto/commerce/orders/v1/orders.ts';
import type { PostalAddress } from '@commerce/proto/commerce/common/v1/resource.ts';
import { familyNames, givenNames } from './data/people.ts';
import { places } from './data/places.ts';
import { addressIn, dniNumber } from './customers.ts';
import type { OrderPlan } from './order-plan.ts';
import type { Rng } from './random.ts';
import type { StoreModel } from './store-model.ts';
import { mobilePhone, randomDigits } from './text.ts';

type MethodType = 'pickup' | 'local_delivery' | 'carrier';

const carriers = ['Correo Sur', 'Andes Cargas', 'Vía Expreso'];

function methodOf(plan: OrderPlan, gateway: string, rng: Rng): MethodType {
  const types: MethodType[] = ['pickup', 'local_delivery', 'carrier'];
  // Cash is paid at the door or at the counter, never to a carrier.
  if (gateway === 'cash') return rng.chance(0.6) ? 'pickup' : 'local_delivery';
  const weights = plan.source === 'marketplace' ? [12, 5, 83] : [28, 27, 45];
  return types[rng.weighted(weights)] as MethodType;
}

/** The shop's address, for pickups. */
function shopAddress(model: StoreModel, shopAt: number): PostalAddress {
  const shop = model.shopSeeds[shopAt] as (typeof model.shopSeeds)[number];
  return {
    street: shop.address.street,
    streetNumber: String(shop.address.streetNumber),
    apartment: undefined,
    city: shop.address.city,
    state: shop.state,
    postalCode: shop.address.postalCode,
    notes: undefined,
  };
}

function addressOf(
  model: StoreModel,
  plan: OrderPlan,
  method: MethodType,
  customer: Customer | undefined,
  rng: Rng,
) {
  if (method === 'pickup') return shopAddress(model, plan.shopAt);
  if (method === 'local_delivery') {
    const city = model.shopSeeds[plan.shopAt]?.address.city;
    const nearby = places.filter((place) => place.city === city);
    return addressIn(rng.pick(nearby.length > 0 ? nearby : places), rng);
  }
  const known = customer?.shippingAddresses[0];
  return known ? { ...known } : addressIn(rng.pick(places), rng);
}

function methodAndPrice(model: StoreModel, plan: OrderPlan, method: MethodType, rng: Rng) {
  if (method === 'pickup') {
    return { methodName: `Retiro en ${model.shopSeeds[plan.shopAt]?.name}`, priceCentavos: 0 };
  }
  const isFree = rng.chance(0.2);
  if (method === 'local_delivery') {
    return { methodName: 'Envío en el día', priceCentavos: isFree ? 0 : rng.between(35, 90) * 10_000 };
  }
  const methodName = rng.chance(0.7) ? 'Envío a domicilio' : 'Retiro en sucursal del correo';
  return { methodName, priceCentavos: isFree ? 0 : rng.between(65, 240) * 10_000 };
}

type Tracking = Pick<Shipping, 'carrier' | 'trackingNumber' | 'trackingUrl'>;

function trackingOf(plan: OrderPlan, method: MethodType, rng: Rng): Tracking {
  const nothing = { carrier: undefined, trackingNumber: undefined, trackingUrl: undefined };
  if (method !== 'carrier') return nothing;
  const carrier = rng.pick(carriers);
  const hasLeft = plan.stage === 'shipped' || plan.stage === 'delivered' || plan.stage === 'returned';
  if (!hasLeft) return { ...nothing, carrier };
  const trackingNumber = `AR${randomDigits(rng, 10)}`;
  const trackingUrl = rng.chance(0.85) ? `https://tracking.example.com/${trackingNumber}` : undefined;
  return { carrier, trackingNumber, trackingUrl };
}

/** Shipping of an order; absent for a counter sale. */
export function makeShipping(
  model: StoreModel,
  plan: OrderPlan,
  gateway: string,
  customer: Customer | undefined,
  rng: Rng,
): Shipping | undefined {
  if (plan.source === 'pos') return undefined;
  const methodType = methodOf(plan, gateway, rng);
  const isCompany = customer?.customerType === 'company';
  const isSelf = customer !== undefined && !isCompany && rng.chance(0.9);
  return {
    methodType,
    ...methodAndPrice(model, plan, methodType, rng),
    address: addressOf(model, plan, methodType, customer, rng),
    recipientName: isSelf ? customer.name : `${rng.pick(givenNames)} ${rng.pick(familyNames)}`,
    recipientPhone: isSelf ? customer.phone : mobilePhone(rng, rng.pick(places).areaCode),
    recipientDocument: (isSelf ? customer.dni : undefined) ?? dniNumber(rng),
    ...trackingOf(plan, methodType, rng),
  };
}
