import { ProductVisibility } from '@commerce/proto/commerce/catalog/v1/values.ts';
import type { Weight } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { ImageAlts } from '@commerce/proto/commerce/catalog/v1/image.ts';
import { BOUNDS, MAX_IVA_RATE_BP, MAX_WEIGHT_MILLI, WEIGHT_UNITS } from './bounds.ts';
import { isStoredImageUrl, sortedAlts } from './image.ts';
import type { Problems } from './problems.ts';
import { distinct, httpsUrl, line } from './text.ts';

/** Message about the URL of an image that the platform does not have, or that is not of the store. */
export const NO_SUCH_IMAGE = 'The store has no such image.';

/** Checks the images of a product or variant, the main one first. */
export function images(problems: Problems, field: string, urls: string[], max: number): string[] {
  if (!problems.count(field, urls.length, 0, max)) return urls;
  return urls.map((url, index) =>
    isStoredImageUrl(url) ? url : httpsUrl(problems, `${field}[${index}]`, url),
  );
}

/** Checks alternative texts of images; an empty one is none. */
export function imageAlts(problems: Problems, given: ImageAlts): ImageAlts | undefined {
  const entries = Object.entries(given.byUrl)
    .map(([url, alt]) => [url, alt.trim()] as const)
    .filter(([, alt]) => alt !== '');
  const alts = entries.map(
    ([url, alt]) => [url, line(problems, 'image_alts', alt, BOUNDS.imageAlt)] as const,
  );
  return sortedAlts(alts);
}

/** Checks tags; none may occur twice. */
export function tags(problems: Problems, field: string, values: string[]): string[] {
  if (!problems.count(field, values.length, 0, BOUNDS.tags)) return values;
  const clean = values.map((tag, index) => line(problems, `${field}[${index}]`, tag, BOUNDS.tag));
  return distinct(problems, field, clean, BOUNDS.tags);
}

/** Checks a rate of IVA from 0 to 100 %, in hundredths of a percent. */
export function ivaRate(problems: Problems, basisPoints: number): number {
  if (basisPoints < 0 || basisPoints > MAX_IVA_RATE_BP)
    problems.add('iva_rate', 'Must be a percentage from 0 to 100.');
  return basisPoints;
}

/** Checks a weight. */
export function weight(problems: Problems, { milli, unit }: Weight) {
  if (milli < 0 || milli > MAX_WEIGHT_MILLI)
    problems.add('weight.value', 'Must be from 0 to 1,000,000 with at most three decimals.');
  problems.oneOf('weight.unit', unit, WEIGHT_UNITS);
  return { weightMilli: milli, weightUnit: unit };
}

/** Checks a visibility. */
export function visibility(problems: Problems, value: ProductVisibility): ProductVisibility {
  problems.enumValue('visibility', value, ProductVisibility);
  return value;
}
