import { BOUNDS } from '../bounds.ts';
import { shown, textOf } from './cells.ts';
import type { Column } from './columns.ts';
import type { Findings } from './findings.ts';
import type { Row } from './rows.ts';

/** The images of a product, by their positions, then in the order of the rows; undefined when the file has no column for them. */
export function imagesOf(findings: Findings, rows: Row[]): string[] | undefined {
  if (rows[0]!.cells.image === undefined) return undefined;
  const placed = rows.flatMap((row) => {
    const url = urlOf(findings, row, 'image', textOf(row, 'image'));
    return url === undefined ? [] : [{ url, place: placeOf(findings, row) }];
  });
  const urls = placed.toSorted((a, b) => a.place - b.place).map(({ url }) => url);
  const images = [...new Set(urls)];
  if (images.length <= BOUNDS.images) return images;
  findings.warn(rows[0]!.line, 'image', 'images_too_many', { count: images.length, limit: BOUNDS.images });
  return images.slice(0, BOUNDS.images);
}

/** An image of a variant, or those that our own column has. */
export function variantImagesOf(findings: Findings, row: Row): string[] | undefined {
  const { variantImages, variantImage } = row.cells;
  if (variantImages === undefined && variantImage === undefined) return undefined;
  const column = variantImages === undefined ? 'variantImage' : 'variantImages';
  // One more than are taken, as the text may begin with an empty one.
  const urls = (variantImages ?? variantImage!)
    .split(/\s+/, BOUNDS.variantImages + 1)
    .filter((url) => url !== '');
  return urls.flatMap((url) => urlOf(findings, row, column, url) ?? []).slice(0, BOUNDS.variantImages);
}

/** Images are shown on pages that load nothing by plain http. */
function urlOf(findings: Findings, row: Row, column: Column, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const url = text.replace(/^http:/i, 'https:').replace(/^https:/i, 'https:');
  if (url.length <= 2_048 && /^https:\/\/\S+$/.test(url) && URL.canParse(url)) return url;
  findings.warn(row.line, column, 'image_invalid', { value: shown(text) });
  return undefined;
}

function placeOf(findings: Findings, row: Row): number {
  const text = textOf(row, 'imagePosition');
  if (text === undefined) return Number.MAX_SAFE_INTEGER;
  if (/^\d{1,4}$/.test(text)) return Number(text);
  findings.warn(row.line, 'imagePosition', 'position_invalid', { value: shown(text) });
  return Number.MAX_SAFE_INTEGER;
}
