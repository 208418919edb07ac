/** Images of a product, as its form edits them. */
export interface ImagesValue {
  /** URLs, the main one first. */
  images: string[];
  /** Alternative texts by URL. */
  imageAlts: Record<string, string>;
  /** Images of each variant by its id. */
  variantImages: Record<string, string[]>;
}

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
      variantImages: Object.fromEntries(lists),
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
    const lists = Object.entries(value.variantImages).map(([id, urls]): [string, string[]] => {
      if (!variantIds.includes(id)) return [id, urls.filter((one) => one !== url)];
      return [id, urls.includes(url) || urls.length >= MAX_VARIANT_IMAGES ? urls : [...urls, url]];
    });
    return { ...value, variantImages: Object.fromEntries(lists) };
  };
}

/** Ids of the variants that have an image. */
export const variantsWith = (url: string, { variantImages }: ImagesValue): string[] =>
  Object.entries(variantImages).flatMap(([id, urls]) => (urls.includes(url) ? [id] : []));
