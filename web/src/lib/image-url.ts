/** Stored image in its largest size, which is what products have. */
const STORED = /\/(sto_[0-9a-z]{26}\/[0-9a-f]{32})\/1600\.webp$/;

/** URL of an image for a place of some size in CSS pixels: stored images have smaller files, others only one. */
export function imageUrlFor(url: string, pixels: number): string {
  const file = pixels <= 80 ? 160 : 640;
  return url.replace(STORED, `/$1/${file}.webp`);
}
