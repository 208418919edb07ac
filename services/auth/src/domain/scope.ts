/** All scopes (decisions, "Scopes"), in the order in which they are returned. */
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

/** The scopes of an installation after a new authorization: "kept and widened, never narrowed" (contract, section 3). */
export function widenScopes(granted: readonly string[], requested: readonly string[]): string[] {
  const all = new Set([...granted, ...requested]);
  return SCOPES.filter((scope) => all.has(scope));
}
