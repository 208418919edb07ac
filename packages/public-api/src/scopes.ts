/**
 * The twelve permissions an app can hold on a store (contract, section 5; decisions, "Scopes"), each told in one line: `en` for the
 * documentation and OpenAPI, `es` for the consent page that the merchant reads.
 */
export const SCOPES = {
  read_shops: {
    en: 'See the shops of the store with their addresses and opening hours.',
    es: 'Ver las sucursales de la tienda, con sus direcciones y horarios.',
  },
  read_products: {
    en: 'See products with their variants, categories and brands.',
    es: 'Ver los productos con sus variantes, las categorías y las marcas.',
  },
  read_prices: {
    en: 'See the prices that buyers pay at each shop.',
    es: 'Ver los precios que pagan los compradores en cada sucursal.',
  },
  read_stock: {
    en: 'See how many units each shop has on hand and can sell.',
    es: 'Ver cuántas unidades tiene y puede vender cada sucursal.',
  },
  read_orders: {
    en: 'See sales orders, with their buyers and shipments.',
    es: 'Ver las ventas, con sus compradores y envíos.',
  },
  read_customers: {
    en: 'See customers with their contact data and addresses.',
    es: 'Ver los clientes, con sus datos de contacto y direcciones.',
  },
  read_costs: {
    en: 'See what goods cost the store, in products and in sold lines.',
    es: 'Ver los costos de la mercadería, en los productos y en lo vendido.',
  },
  write_products: {
    en: 'Create, change and retire products.',
    es: 'Crear, modificar y dar de baja productos.',
  },
  write_prices: {
    en: 'Change the base prices of products and variants.',
    es: 'Modificar los precios base de productos y variantes.',
  },
  write_stock: {
    en: 'Adjust the stock of the shops.',
    es: 'Ajustar el stock de las sucursales.',
  },
  write_orders: {
    en: 'Move orders forward and record the tracking of shipments.',
    es: 'Avanzar el estado de las ventas y cargar el seguimiento de los envíos.',
  },
  write_customers: {
    en: 'Create customers and change their data.',
    es: 'Crear clientes y modificar sus datos.',
  },
} as const satisfies Record<string, { en: string; es: string }>;

/** The name of a permission. */
export type Scope = keyof typeof SCOPES;

/** Every scope, in the order of the contract. */
export const SCOPE_NAMES = Object.keys(SCOPES) as readonly Scope[];

/** Whether a text names a scope. */
export const isScope = (text: string): text is Scope => Object.hasOwn(SCOPES, text);
