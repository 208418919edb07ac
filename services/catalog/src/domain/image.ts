import { createHash } from 'node:crypto';
import type { Product } from '@commerce/proto/commerce/catalog/v1/catalog.ts';
import type { ImageAlts } from '@commerce/proto/commerce/catalog/v1/image.ts';
import { isId } from '@commerce/service-kit/ids.ts';

/** Longest edges of the stored files of an image, in pixels. */
export const IMAGE_SIZES = [160, 640, 1600] as const;
/** Size whose URL products have. */
const URL_SIZE = 1600;
/** Maximum size of an image file, in bytes. */
export const MAX_IMAGE_BYTES = 20 * 1024 * 1024;

const ID_LENGTH = 32;
const ID = /^[0-9a-f]{32}$/;

/** Id of an image by the content of its original file. */
export const imageIdOf = (file: Uint8Array): string => sha256Hex(file).slice(0, ID_LENGTH);

/** Key of the copy of an external image. */
export const copyKeyOf = (url: string): string => sha256Hex(url);

const sha256Hex = (content: Uint8Array | string): string =>
  createHash('sha256').update(content).digest('hex');

/** Name of the file of an image in one size; undefined when a part of it is malformed. */
export function imageFileName(storeId: string, id: string, size: number): string | undefined {
  const isKnown = IMAGE_SIZES.some((one) => one === size);
  return isKnown && isId('sto', storeId) && ID.test(id) ? `${storeId}/${id}/${size}.webp` : undefined;
}

const STORED = /^https?:\/\/[^/\s]+\/(?:[^?#\s]*\/)?sto_[0-9a-z]{26}\/[0-9a-f]{32}\/1600\.webp$/;

/**
 * Reports whether a URL has the form of those of stored images, on any host. They may be http: on the local stack the
 * platform is.
 */
export const isStoredImageUrl = (url: string): boolean => url.length <= 2_048 && STORED.test(url);

/** Public URLs of the images that the platform stores. */
export class ImageUrls {
  readonly #base: string;

  /** @param base URL under which the gateway serves images, without a trailing slash */
  constructor(base: string) {
    this.#base = base.replace(/\/+$/, '');
  }

  /** URL of an image for the images of products. */
  of(storeId: string, id: string): string {
    return `${this.#base}/${imageFileName(storeId, id, URL_SIZE)}`;
  }

  /** Id of the store's image that a URL names; undefined for any other URL. */
  idOf(storeId: string, url: string): string | undefined {
    const start = `${this.#base}/${storeId}/`;
    if (!url.startsWith(start)) return undefined;
    const id = url.slice(start.length, start.length + ID_LENGTH);
    return ID.test(id) && url === this.of(storeId, id) ? id : undefined;
  }
}

/** Every URL among the images of a product and its variants, once. */
export const imageUrlsOf = ({ images, variants }: Product): Set<string> =>
  new Set([...images, ...variants.flatMap((variant) => variant.images)]);

/** The product with other URLs for some of its images; a list that then has a URL twice keeps the first. */
export function withImageUrls(product: Product, replacements: ReadonlyMap<string, string>): Product {
  const renamed = (url: string) => replacements.get(url) ?? url;
  const list = (urls: string[]) =>
    urls.some((url) => replacements.has(url)) ? [...new Set(urls.map(renamed))] : urls;
  const alts = Object.entries(product.imageAlts?.byUrl ?? {});
  return {
    ...product,
    images: list(product.images),
    variants: product.variants.map((variant) => ({ ...variant, images: list(variant.images) })),
    // The text of the URL that is replaced wins.
    imageAlts: sortedAlts([
      ...alts.filter(([url]) => !replacements.has(url)),
      ...alts.filter(([url]) => replacements.has(url)).map(([url, alt]) => [renamed(url), alt] as const),
    ]),
  };
}

/** Alternative texts in the order of their URLs, so that equal ones have equal encodings; undefined for none. */
export function sortedAlts(entries: (readonly [url: string, alt: string])[]): ImageAlts | undefined {
  if (entries.length === 0) return undefined;
  return { byUrl: Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))) };
}

/** The product without alternative texts of images that it does not have. */
export function withOwnAlts(product: Product): Product {
  if (product.imageAlts === undefined) return product;
  const urls = imageUrlsOf(product);
  const kept = Object.entries(product.imageAlts.byUrl).filter(([url]) => urls.has(url));
  return { ...product, imageAlts: sortedAlts(kept) };
}
