/** A body of 2026-10, of a request or a response, as version 2099-01 of the tests has it. */
export function toNext<Body>(body: Body): Body {
  return body === undefined ? body : (JSON.parse(JSON.stringify(body), convert) as Body);
}

function convert(key: string, value: unknown): unknown {
  // The buyer of an order and a shop keep their fields.
  if (!isObject(value) || key === 'customer' || 'schedule' in value) return value;
  const { weight, email, paid_via: via, ...next } = value;
  if (isObject(weight)) Object.assign(next, { weight_value: weight['value'], weight_unit: weight['unit'] });
  if (email !== undefined) next['email_address'] = email;
  if (via !== undefined) next['payment'] = { via };
  return next;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
