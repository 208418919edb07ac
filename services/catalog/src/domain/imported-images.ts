import type { ImportedProduct } from './csv/imported-product.ts';

/** Every URL among the images of an imported product and its variants. */
export const importedUrls = ({ images = [], variants }: ImportedProduct): string[] => [
  ...images,
  ...variants.flatMap((variant) => variant.images ?? []),
];

/** The imported product with the copies of its external images, where there are any. */
export function withCopies(imported: ImportedProduct, copies: ReadonlyMap<string, string>): ImportedProduct {
  if (!importedUrls(imported).some((url) => copies.has(url))) return imported;
  const renamed = (url: string) => copies.get(url) ?? url;
  const list = (urls: string[] | undefined) => urls && [...new Set(urls.map(renamed))];
  const alts = imported.imageAlts && Object.entries(imported.imageAlts);
  return {
    ...imported,
    images: list(imported.images),
    imageAlts: alts && Object.fromEntries(alts.map(([url, alt]) => [renamed(url), alt])),
    variants: imported.variants.map((variant) => ({ ...variant, images: list(variant.images) })),
  };
}
