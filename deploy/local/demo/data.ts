import catalog from './data/catalog.json' with { type: 'json' };
import people from './data/people.json' with { type: 'json' };
import data from './data/stores.json' with { type: 'json' };

/** The cells of a row of a data file. */
export const cellsOf = (row: string): string[] => row.split(';').map((cell) => cell.trim());

/** The values of a cell, none when it is empty. */
export const valuesOf = (cell = ''): string[] => cell.split('|').filter((value) => value !== '');

/** An axis of variants. */
export interface Axis {
  name: string;
  /** Price increase per value. */
  growth: number;
  values: string[];
}

/** A kind of product, expanded into products by brand and spec. */
export interface Kind {
  code: string;
  /** Name of its drawing. */
  picture: string;
  name: string;
  /** Names of its category and those above it, from the root. */
  path: string[];
  /** Cheap to expensive; empty for unbranded products. */
  brands: string[];
  pesos: [low: number, high: number];
  kilograms: [low: number, high: number];
  specs: string[];
  axes: Axis[];
}

const rangeOf = (cell = ''): [number, number] => cell.split('-').map(Number) as [number, number];

function axisOf(key: string): Axis {
  const [name = '', growth, values] = cellsOf(catalog.axes[key as keyof typeof catalog.axes]);
  return { name, growth: Number(growth), values: valuesOf(values) };
}

/** All kinds. Cells of a row: code; picture; name; path; brands; pesos; kilograms; specs; axes. */
export const kinds: readonly Kind[] = catalog.kinds.map((row) => {
  const [code = '', picture = '', name = '', path = '', brands, pesos, kilograms, specs, axes] = cellsOf(row);
  return {
    code,
    picture,
    name,
    path: path.split(' > '),
    brands: valuesOf(catalog.brands[brands as keyof typeof catalog.brands]),
    pesos: rangeOf(pesos),
    kilograms: rangeOf(kilograms),
    specs: valuesOf(specs),
    axes: axes === undefined ? [] : axes.split('+').map(axisOf),
  };
});

/** Sentences for descriptions, by root category. */
export const descriptions: Readonly<Record<string, string>> = catalog.descriptions;

export const productTags = valuesOf(catalog.tags);

/** Lines of a brand, for stores with more products than brands and specs can distinguish. */
export const productLines = valuesOf(catalog.lines);

/** A city of Argentina with its address data. */
export interface Place {
  city: string;
  state: string;
  postalCode: string;
  areaCode: string;
  streets: string[];
}

/** Cities of the customers and shops. Cells of a row: city; state; postal code; area code; streets. */
export const places: readonly Place[] = people.places.map((row) => {
  const [city = '', state = '', postalCode = '', areaCode = '', streets] = cellsOf(row);
  return { city, state, postalCode, areaCode, streets: valuesOf(streets) };
});

export const givenNames = valuesOf(people.givenNames);
export const familyNames = valuesOf(people.familyNames);
/** Company names with `%` for a family name. */
export const companies = valuesOf(people.companies);
export const customerTags = valuesOf(people.tags);
export const addressNotes = valuesOf(people.addressNotes);

/**
 * Source data of a store. Cells of a shop: name; city; street; number; cross streets; phone; email; hours; share of the sales;
 * description. Cells of a promotion: name; discount; first day and last day from now; categories; brands; number of products;
 * indexes of shops.
 */
export type StoreSeed = (typeof data.stores)[number];

/** The two stores: a chain of general shops, and a smaller one of hardware and home. */
export const storeSeeds: readonly StoreSeed[] = data.stores;

/** A person who signs in. Passwords of the demo are public. */
export interface Account {
  name: string;
  email: string;
  password: string;
}

/** Reads an account: name; email; password. */
export function accountOf(row: string): Account {
  const [name = '', email = '', password = ''] = cellsOf(row);
  return { name, email, password };
}

/** People outside the stores. */
export const developer = accountOf(data.developer);
export const platformStaff = accountOf(data.platformStaff);

/** Names of order lines without a product. */
export const customLineNames = valuesOf(data.customLines);
