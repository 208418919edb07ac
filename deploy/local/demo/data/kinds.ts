import { parseList, parseTable } from '../text.ts';
import { axisOf, type Axis } from './axes.ts';
import { brandGroups } from './brands.ts';
import { generalKinds } from './kinds-general.ts';
import { hardwareKinds } from './kinds-hardware.ts';
import { homeKinds } from './kinds-home.ts';

/** A kind of product, expanded into products by brand and spec. */
export interface Kind {
  code: string;
  name: string;
  category: string;
  /** Cheap to expensive; empty for unbranded products. */
  brands: readonly string[];
  pesos: readonly [number, number];
  kilograms: readonly [number, number];
  specs: readonly string[];
  axes: readonly Axis[];
  isService: boolean;
}

function parseRange(cell: string): [number, number] {
  const [low, high] = cell.split('-').map(Number);
  if (low === undefined || high === undefined || Number.isNaN(low + high))
    throw new Error(`no range: ${cell}`);
  return [low, high];
}

function parseKind(row: string[]): Kind {
  const [code = '', name = '', category = '', group = '', pesos = '', kilograms = '', specs, axes = ''] = row;
  return {
    code,
    name,
    category,
    brands: brandGroups.get(group) ?? [],
    pesos: parseRange(pesos),
    kilograms: parseRange(kilograms),
    specs: parseList(specs),
    axes: axes === '' ? [] : axes.split('+').map(axisOf),
    isService: category === 'Servicios',
  };
}

/** All kinds, in the order of the tables. */
export const kinds: readonly Kind[] = [hardwareKinds, homeKinds, generalKinds].flatMap((table) =>
  parseTable(table).map(parseKind),
);
