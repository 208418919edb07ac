import * as z from 'zod';
import * as oldComponents from '../../../src/2026-10/schemas/components.ts';
import * as oldCustomer from '../../../src/2026-10/schemas/customer.ts';
import { eventSchemas as old } from '../../../src/2026-10/schemas/event-types.ts';
import { page, one } from '../../../src/2026-10/schemas/common.ts';
import * as oldInput from '../../../src/2026-10/schemas/product-input.ts';
import * as oldProduct from '../../../src/2026-10/schemas/product.ts';

const { email, ...customerFields } = oldCustomer.customerSchema.shape;
const customerSchema = z
  .strictObject({ ...customerFields, email_address: email })
  .describe(oldCustomer.customerSchema.description!);
export type CustomerJson = z.output<typeof customerSchema>;

const { weight, ...productFields } = oldProduct.productSchema.shape;
const productSchema = z
  .strictObject({ ...productFields, weight_value: weight.shape.value, weight_unit: weight.shape.unit })
  .describe(oldProduct.productSchema.description!);
export type ProductJson = z.output<typeof productSchema>;

const { data: gone } = old.ProductDeletedEvent.shape;

/** Schema of an event with other data. */
const withData = <Event extends z.ZodObject, Data extends z.ZodType>(event: Event, resource: Data) =>
  event
    .extend({
      data: z
        .union([resource, gone])
        .describe('The resource in its current state, as its endpoint returns it.'),
    })
    .describe(event.description!) as unknown as z.ZodObject<Omit<Event['shape'], 'data'> & { data: Data }>;

const { paid_via: via, ...paidMeta } = old.OrderPaidEvent.shape.meta.shape;

export const eventSchemas = {
  ...old,
  OrderPaidEvent: old.OrderPaidEvent.extend({
    meta: z
      .strictObject({ ...paidMeta, payment: z.strictObject({ via }).describe('The payment.') })
      .describe('Additional data of the type.'),
  }).describe(old.OrderPaidEvent.description!),
  ProductCreatedEvent: withData(old.ProductCreatedEvent, productSchema),
  ProductUpdatedEvent: withData(old.ProductUpdatedEvent, productSchema),
  CustomerCreatedEvent: withData(old.CustomerCreatedEvent, customerSchema),
  CustomerUpdatedEvent: withData(old.CustomerUpdatedEvent, customerSchema),
};

const [firstEvent, ...otherEvents] = Object.values(eventSchemas);
const eventSchema = z
  .discriminatedUnion('type', [firstEvent!, ...otherEvents])
  .describe(oldComponents.components.Event.description!);
export type EventJson = z.output<typeof eventSchema>;

const { PriceList: _, ...keptComponents } = oldComponents.components;
export const components = {
  ...keptComponents,
  ...eventSchemas,
  Customer: customerSchema,
  Product: productSchema,
  Event: eventSchema,
};
export const single = { customer: one(customerSchema), product: one(productSchema) };
export const pages = {
  customers: page(customerSchema),
  products: page(productSchema),
  events: page(eventSchema),
};

const { category, ...listProductsFields } = oldProduct.listProductsQuery.shape;
/** Moves `category_id` back to where the handler expects it. */
export const listProductsQuery = z
  .strictObject({ ...listProductsFields, category_id: category })
  .transform(({ category_id, ...query }) => ({ ...query, category: category_id }));

/** Moves `email_address` back to where the handlers expect it; an absent one stays absent. */
const toEmail = <Body extends { email_address?: string | null | undefined }>({
  email_address,
  ...body
}: Body) => ({ ...body, email: email_address });

const { email: emailInput, ...createFields } = oldCustomer.createCustomerBody.shape;
export const createCustomerBody = z
  .strictObject({ ...createFields, email_address: emailInput })
  .meta({ examples: [{ name: 'Ana Gómez', email_address: 'ana@example.com' }] })
  .transform(toEmail);
const { email: emailChange, ...updateFields } = oldCustomer.updateCustomerBody.shape;
export const updateCustomerBody = z
  .strictObject({ ...updateFields, email_address: emailChange })
  .refine((body) => Object.keys(body).length > 0, 'Must contain at least one field.')
  .meta({ minProperties: 1, examples: [{ phone: '+54 11 4321-5678' }] })
  .transform(toEmail);

const { weight: weightInput, ...createProductFields } = oldInput.createProductBody.shape;
const { weight: _weight, ...updateProductFields } = oldInput.updateProductBody.shape;
const { value, unit } = weightInput.unwrap().shape;
const split = { weight_value: value.optional(), weight_unit: unit.optional() };
type Split = { weight_value?: number | undefined; weight_unit?: z.output<typeof unit> | undefined };

const isWhole = ({ weight_value, weight_unit }: Split): boolean =>
  (weight_value === undefined) === (weight_unit === undefined);
const WHOLE = { path: ['weight_unit'], error: 'Must be sent together with weight_value.' };

/** Joins the parts of the weight, as the handlers expect it. */
const toWeight = <Body extends Split>({ weight_value, weight_unit, ...body }: Body) => ({
  ...body,
  weight:
    weight_value === undefined || weight_unit === undefined
      ? undefined
      : { value: weight_value, unit: weight_unit },
});

export const createProductBody = oldInput
  .withVariantRules(z.strictObject({ ...createProductFields, ...split }))
  .refine(isWhole, WHOLE)
  .transform(toWeight);
export const updateProductBody = z
  .strictObject({ ...updateProductFields, ...split })
  .refine((body) => Object.keys(body).length > 0, {
    error: 'Must contain at least one field.',
    when: ({ issues }) => issues.length === 0,
  })
  .meta({ minProperties: 1, examples: [{ visibility: 'PUBLIC', tags: ['verano'] }] })
  .refine(isWhole, WHOLE)
  .transform(toWeight);
