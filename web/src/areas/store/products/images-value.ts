/** Images of a product, as its form edits them. */
export interface ImagesValue {
  /** URLs, the main one first. */
  images: string[];
  /** Alternative texts by URL. */
  imageAlts: Record<string, string>;
  /** Images of each variant that has some, by its id. */
  variantImages: Record<string, string[]>;
}

/** Lists of images by variant, without those that are empty and sorted by id, so that equal ones compare as equal. */
export const listsByVariant = (lists: [id: string, urls: string[]][]): Record<string, string[]> =>
  Object.fromEntries(lists.filter(([, urls]) => urls.length > 0).toSorted(([a], [b]) => (a < b ? -1 : 1)));

/** Changes the value as it is by then: uploads end while the person goes on editing. */
export type ChangeImages = (change: (value: ImagesValue) => ImagesValue) => void;

/** Maximum number of images of a product, and of a variant. */
export const MAX_IMAGES = 50;
const MAX_VARIANT_IMAGES = 10;

export const withImage =
  (url: string) =>
  (value: ImagesValue): ImagesValue =>
    value.images.includes(url) || value.images.length >= MAX_IMAGES
      ? value
      : { ...value, images: [...value.images, url] };

export const withAlt =
  (url: string, alt: string) =>
  (value: ImagesValue): ImagesValue => ({ ...value, imageAlts: { ...value.imageAlts, [url]: alt } });

export function withoutImage(url: string) {
  return (value: ImagesValue): ImagesValue => {
    const { [url]: _alt, ...imageAlts } = value.imageAlts;
    const lists = Object.entries(value.variantImages).map(([id, urls]): [string, string[]] => [
      id,
      urls.filter((one) => one !== url),
    ]);
    return {
      images: value.images.filter((one) => one !== url),
      imageAlts,
      variantImages: listsByVariant(lists),
    };
  };
}

export function withMoved(from: number, to: number) {
  return (value: ImagesValue): ImagesValue => {
    const images = [...value.images];
    const [moved] = images.splice(from, 1);
    if (moved === undefined || to < 0 || to > images.length) return value;
    images.splice(to, 0, moved);
    return { ...value, images };
  };
}

/** Sets the variants that have an image. */
export function withVariants(url: string, variantIds: string[]) {
  return (value: ImagesValue): ImagesValue => {
    const ids = new Set([...Object.keys(value.variantImages), ...variantIds]);
    const lists = [...ids].map((id): [string, string[]] => {
      const urls = value.variantImages[id] ?? [];
      if (!variantIds.includes(id)) return [id, urls.filter((one) => one !== url)];
      return [id, urls.includes(url) || urls.length >= MAX_VARIANT_IMAGES ? urls : [...urls, url]];
    });
    return { ...value, variantImages: listsByVariant(lists) };
  };
}

/** Ids of the variants that have an image. */
export const variantsWith = (url: string, { variantImages }: ImagesValue): string[] =>
  Object.entries(variantImages).flatMap(([id, urls]) => (urls.includes(url) ? [id] : []));
