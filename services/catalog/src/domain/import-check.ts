import { Fault, type FaultDetail } from '@commerce/service-kit/fault.ts';
import type { Column } from './csv/columns.ts';
import { Findings, type Finding } from './csv/findings.ts';
import type { ImportedProduct } from './csv/imported-product.ts';
import type { Problems } from './problems.ts';

/** Column of each field that a catalog rule may name. */
const COLUMN_OF: Partial<Record<string, Column>> = {
  name: 'title',
  description: 'description',
  short_description: 'shortDescription',
  sku: 'sku',
  barcode: 'barcode',
  images: 'image',
  image_alts: 'imageAlt',
  tags: 'tags',
  category_ids: 'category',
  brand_ids: 'vendor',
  type: 'kind',
  variant_axes: 'option1Name',
  attributes: 'option1Value',
};

/** Converts problems of an imported product into findings by line and column of the file. */
export function findingsOf(imported: ImportedProduct, problems: Problems): Finding[] {
  const findings = new Findings(imported.handle);
  for (const { field = '' } of faultOf(problems)) {
    const parts = /^variants\[(\d+)\](?:\.(\w+))?/.exec(field);
    const line =
      parts === null ? imported.line : (imported.variants[Number(parts[1])]?.line ?? imported.line);
    const name = parts === null ? /^\w*/.exec(field)![0] : (parts[2] ?? '');
    findings.error(line, COLUMN_OF[name], `${name || 'product'}_refused`);
  }
  return findings.list;
}

function faultOf(problems: Problems): FaultDetail[] {
  try {
    problems.throwIfAny();
    return [];
  } catch (error) {
    if (error instanceof Fault) return error.details;
    throw error;
  }
}
