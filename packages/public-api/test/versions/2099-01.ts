import { versions, type ApiVersion } from '../../src/versions.ts';
import { eventDocs } from '../../src/events/docs.ts';
import { components, eventSchemas } from './2099-01/schemas.ts';
import { eventShapes } from './2099-01/presenters.ts';
import { routes } from './2099-01/routes.ts';

const [first] = versions;

/**
 * Version of the tests, a view of 2026-10. Its differences, all of them:
 * - `email` of a customer is `email_address`, in requests, responses and problems;
 * - `weight` of a product is split into `weight_value` and `weight_unit`;
 * - the parameter `category` of `GET /products` is `category_id`;
 * - `GET /price-lists` does not exist;
 * - `meta.paid_via` of `order.paid` is `meta.payment.via`.
 */
const next: ApiVersion = {
  prefix: '2099-01',
  released: '2099-01-01',
  routes,
  components,
  events: eventDocs(eventSchemas, eventShapes),
  eventShapes,
};

/** 2026-10, deprecated and past its sunset, and its successor. */
export const testVersions: readonly [ApiVersion, ApiVersion] = [
  { ...first!, deprecated: '2025-01-01', sunset: '2026-02-01' },
  next,
];
