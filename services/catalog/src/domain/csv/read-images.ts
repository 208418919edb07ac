import { BOUNDS } from '../bounds.ts';
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

/** Reads the URL of an image, with https for http: the pages that show it do not load plain http. */
function urlOf(findings: Findings, row: Row, column: Column, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = text.replace(/^http:/i, 'https:').replace(/^https:/i, 'https:');
  if (url.length <= 2_048 && /^https:\/\/\S+$/.test(url) && URL.canParse(url)) return url;
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
