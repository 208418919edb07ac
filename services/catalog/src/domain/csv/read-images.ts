import { toNfc } from '@commerce/texts/nfc.ts';
import { BOUNDS } from '../bounds.ts';
import { isStoredImageUrl } from '../image.ts';
import { shown, textOf } from './cells.ts';
import type { Column } from './columns.ts';
import type { Findings } from './findings.ts';
import type { Row } from './rows.ts';

/** Reads the images of a product, ordered by position, then by row; undefined when the file has no column for them. */
export function imagesOf(findings: Findings, rows: Row[]): string[] | undefined {
  if (rows[0]!.cells.image === undefined) return undefined;
  const positioned = rows.flatMap((row) => {
    const url = urlOf(findings, row, 'image', textOf(row, 'image'));
    return url === undefined ? [] : [{ url, position: positionOf(findings, row) }];
  });
  const urls = positioned.toSorted((a, b) => a.position - b.position).map(({ url }) => url);
  const images = [...new Set(urls)];
  if (images.length <= BOUNDS.images) return images;
  findings.warn(rows[0]!.line, 'image', 'images_too_many', { count: images.length, limit: BOUNDS.images });
  return images.slice(0, BOUNDS.images);
}

/** Reads the alternative texts of the images of a product, by their URLs; undefined when the file has no column for them. */
export function imageAltsOf(findings: Findings, rows: Row[]): Record<string, string> | undefined {
  const { image, imageAlt } = rows[0]!.cells;
  if (image === undefined || imageAlt === undefined) return undefined;
  const alts: Record<string, string> = {};
  for (const row of rows) {
    const url = httpsUrlOf(textOf(row, 'image') ?? '');
    if (url !== undefined) alts[url] ??= altOf(findings, row);
  }
  return alts;
}

function altOf(findings: Findings, row: Row): string {
  const text = toNfc(row.cells.imageAlt ?? '').replaceAll(/\s+/g, ' ');
  if (text.length <= BOUNDS.imageAlt) return text;
  findings.warn(row.line, 'imageAlt', 'image_alt_too_long', { limit: BOUNDS.imageAlt });
  return text.slice(0, BOUNDS.imageAlt).toWellFormed();
}

/** Reads the images of a variant from the column of this platform, else the one image from that of Shopify. */
export function variantImagesOf(findings: Findings, row: Row): string[] | undefined {
  const { variantImages, variantImage } = row.cells;
  if (variantImages === undefined && variantImage === undefined) return undefined;
  const column = variantImages === undefined ? 'variantImage' : 'variantImages';
  // One more than the maximum, since the first may be empty.
  const urls = (variantImages ?? variantImage!)
    .split(/\s+/, BOUNDS.variantImages + 1)
    .filter((url) => url !== '');
  return urls.flatMap((url) => urlOf(findings, row, column, url) ?? []).slice(0, BOUNDS.variantImages);
}

function httpsUrlOf(text: string): string | undefined {
  if (isStoredImageUrl(text)) return text;
  const url = text.replace(/^http:/i, 'https:').replace(/^https:/i, 'https:');
  return url.length <= 2_048 && /^https:\/\/\S+$/.test(url) && URL.canParse(url) ? url : undefined;
}

/** Reads the URL of an image, with https for http: the pages that show it do not load plain http. */
function urlOf(findings: Findings, row: Row, column: Column, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = httpsUrlOf(text);
  if (url !== undefined) return url;
  findings.warn(row.line, column, 'image_invalid', { value: shown(text) });
  return undefined;
}

function positionOf(findings: Findings, row: Row): number {
  const text = textOf(row, 'imagePosition');
  if (text === undefined) return Number.MAX_SAFE_INTEGER;
  if (/^\d{1,4}$/.test(text)) return Number(text);
  findings.warn(row.line, 'imagePosition', 'position_invalid', { value: shown(text) });
  return Number.MAX_SAFE_INTEGER;
}
