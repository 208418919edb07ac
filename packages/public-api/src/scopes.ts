/**
 * Scopes that an app can have on a store (contract, section 5; decisions, "Scopes") with a description in English, for
 * documentation, and both languages, for the consent page.
 */
export const SCOPES = {
  read_shops: {
    en: 'View shops with their addresses and opening hours.',
    es: 'Ver las sucursales de la tienda, con sus direcciones y horarios.',
  },
  read_products: {
    en: 'View products with their variants, categories and brands.',
    es: 'Ver los productos con sus variantes, las categorías y las marcas.',
  },
  read_prices: {
    en: 'View the prices that buyers pay at each shop.',
    es: 'Ver los precios que pagan los compradores en cada sucursal.',
  },
  read_stock: {
    en: 'View how many units each shop has on hand and can sell.',
    es: 'Ver cuántas unidades tiene y puede vender cada sucursal.',
  },
  read_orders: {
    en: 'View orders with their buyers and shipments.',
    es: 'Ver los pedidos, con sus compradores y envíos.',
  },
  read_customers: {
    en: 'View customers with their contact details and addresses.',
    es: 'Ver los clientes, con sus datos de contacto y direcciones.',
  },
  read_costs: {
    en: 'View the cost of products and of order lines.',
    es: 'Ver los costos de los productos y de lo vendido.',
  },
  write_products: {
    en: 'Create, edit and delete products.',
    es: 'Crear, modificar y eliminar productos.',
  },
  write_prices: {
    en: 'Edit the base prices of products and variants.',
    es: 'Modificar los precios base de productos y variantes.',
  },
  write_stock: {
    en: 'Adjust the stock of the shops.',
    es: 'Ajustar el stock de las sucursales.',
  },
  write_orders: {
    en: 'Update the status and tracking of orders.',
    es: 'Actualizar el estado de los pedidos y el seguimiento de los envíos.',
  },
  write_customers: {
    en: 'Create and edit customers.',
    es: 'Crear y modificar clientes.',
  },
} as const satisfies Record<string, { en: string; es: string }>;

/** Name of a scope. */
export type Scope = keyof typeof SCOPES;

/** Scopes in the order of the contract. */
export const SCOPE_NAMES = Object.keys(SCOPES) as readonly Scope[];

/** Reports whether a string is a scope. */
export const isScope = (text: string): text is Scope => Object.hasOwn(SCOPES, text);
