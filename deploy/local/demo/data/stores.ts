import type { ShopAddress } from '@commerce/proto/commerce/catalog/v1/catalog.ts';

/** Source data of a shop. */
export interface ShopSeed {
  name: string;
  description: string | undefined;
  hasImage: boolean;
  address: ShopAddress;
  state: string;
  phone: string;
  email: string;
  /** Its opening hours in `weeks`. */
  hours: keyof typeof weeks;
  isActive: boolean;
  /** Its share of the sales. */
  weight: number;
}

/** Source data of a store. */
export interface StoreSeed {
  slug: string;
  name: string;
  planTier: string;
  owner: { name: string; email: string; password: string };
  teamUser: { name: string; email: string; password: string };
  /** Also sells the general kinds (groceries, clothes). */
  isGeneral: boolean;
  hasRenamedFlow: boolean;
  shops: readonly ShopSeed[];
}

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];

function onDays(days: readonly string[], hours: readonly [string, string][]) {
  return days.flatMap((day) => hours.map(([open, close]) => ({ day, open, close })));
}

/** Opening hours; shops in the interior close for the siesta. */
export const weeks = {
  split: [
    ...onDays(weekdays, [
      ['08:30', '12:30'],
      ['16:00', '20:00'],
    ]),
    ...onDays(['saturday'], [['09:00', '13:30']]),
  ],
  running: [...onDays(weekdays, [['09:00', '20:00']]), ...onDays(['saturday'], [['09:30', '18:00']])],
  mall: onDays([...weekdays, 'saturday', 'sunday'], [['10:00', '22:00']]),
  none: [],
};

const quebrachoShops: ShopSeed[] = [
  {
    name: 'Casa Central Rosario',
    description: 'Nuestro local más grande, con estacionamiento y retiro de compras web.',
    hasImage: true,
    address: {
      street: 'Av. Pellegrini',
      streetNumber: 2350,
      crossStreets: 'entre Moreno y Balcarce',
      city: 'Rosario',
      postalCode: 'S2000',
    },
    state: 'Santa Fe',
    phone: '+54 9 341 555-0142',
    email: 'rosario@example.com',
    hours: 'running',
    isActive: true,
    weight: 42,
  },
  {
    name: 'Sucursal Córdoba Centro',
    description: 'Indumentaria, hogar y ferretería en pleno centro.',
    hasImage: true,
    address: {
      street: 'Av. Colón',
      streetNumber: 487,
      crossStreets: 'esquina Tucumán',
      city: 'Córdoba',
      postalCode: 'X5000',
    },
    state: 'Córdoba',
    phone: '+54 9 351 555-0177',
    email: 'cordoba@example.com',
    hours: 'split',
    isActive: true,
    weight: 27,
  },
  {
    name: 'Sucursal Palermo',
    description: undefined,
    hasImage: true,
    address: {
      street: 'Av. Santa Fe',
      streetNumber: 3421,
      crossStreets: undefined,
      city: 'Ciudad Autónoma de Buenos Aires',
      postalCode: 'C1425',
    },
    state: 'Ciudad Autónoma de Buenos Aires',
    phone: '+54 9 11 5555-0163',
    email: 'palermo@example.com',
    hours: 'mall',
    isActive: true,
    weight: 24,
  },
  {
    name: 'Outlet Mendoza',
    description: 'Cerrado. Las compras se atienden desde Córdoba.',
    hasImage: false,
    address: {
      street: 'Av. Las Heras',
      streetNumber: 215,
      crossStreets: undefined,
      city: 'Mendoza',
      postalCode: 'M5500',
    },
    state: 'Mendoza',
    phone: '+54 9 261 555-0118',
    email: 'mendoza@example.com',
    hours: 'none',
    isActive: false,
    weight: 7,
  },
];

const ombuShops: ShopSeed[] = [
  {
    name: 'Ombú La Plata',
    description: 'Ferretería industrial y artículos para el hogar.',
    hasImage: true,
    address: {
      street: 'Calle 12',
      streetNumber: 1180,
      crossStreets: 'entre 55 y 56',
      city: 'La Plata',
      postalCode: 'B1900',
    },
    state: 'Buenos Aires',
    phone: '+54 9 221 555-0134',
    email: 'laplata@example.org',
    hours: 'split',
    isActive: true,
    weight: 60,
  },
  {
    name: 'Ombú Mar del Plata',
    description: undefined,
    hasImage: false,
    address: {
      street: 'Av. Luro',
      streetNumber: 3925,
      crossStreets: undefined,
      city: 'Mar del Plata',
      postalCode: 'B7600',
    },
    state: 'Buenos Aires',
    phone: '+54 9 223 555-0159',
    email: 'mardelplata@example.org',
    hours: 'running',
    isActive: true,
    weight: 40,
  },
];

/** The two tenants: a chain of general shops, and a smaller one of hardware and home. */
export const storeSeeds: readonly StoreSeed[] = [
  {
    slug: 'casa-quebracho',
    name: 'Casa Quebracho',
    planTier: 'professional',
    owner: {
      name: 'Mariana Quiroga',
      email: 'mariana.quiroga@example.com',
      password: 'quebracho-duenia-2026',
    },
    teamUser: {
      name: 'Nicolás Ferreyra',
      email: 'nicolas.ferreyra@example.com',
      password: 'quebracho-equipo-2026',
    },
    isGeneral: true,
    hasRenamedFlow: false,
    shops: quebrachoShops,
  },
  {
    slug: 'ferreteria-ombu',
    name: 'Ferretería Ombú',
    planTier: 'enterprise',
    owner: {
      name: 'Hernán Etcheverry',
      email: 'hernan.etcheverry@example.org',
      password: 'ombu-duenio-2026',
    },
    teamUser: { name: 'Rocío Maidana', email: 'rocio.maidana@example.org', password: 'ombu-equipo-2026' },
    isGeneral: false,
    hasRenamedFlow: true,
    shops: ombuShops,
  },
];
