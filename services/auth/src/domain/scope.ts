/** The scopes there are (decisions, "Scopes"), in the order in which they are told. */
export const SCOPES = [
  'read_shops',
  'read_products',
  'read_prices',
  'read_stock',
  'read_orders',
  'read_customers',
  'read_costs',
  'write_products',
  'write_prices',
  'write_stock',
  'write_orders',
  'write_customers',
] as const;

/** What an installation has after a new authorization: "kept and widened, never narrowed" (contract, section 3). */
export function widenScopes(granted: readonly string[], asked: readonly string[]): string[] {
  const all = new Set([...granted, ...asked]);
  return SCOPES.filter((scope) => all.has(scope));
}
