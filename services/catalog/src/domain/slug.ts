import slugify from '@sindresorhus/slugify';
import type { Problems } from './problems.ts';

const MAX_LENGTH = 200;
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const COUNTED = 100;
const DRAWN = 10;

/**
 * The slug of a name: lowercase ASCII letters and digits, words joined by hyphens.
 * @param otherwise for a name of which nothing is left
 */
export function slugOf(name: string, otherwise: string): string {
  const slug = slugify(name, { decamelize: false, customReplacements: [['&', ' y ']] });
  return slug.slice(0, MAX_LENGTH).replace(/-+$/, '') || otherwise;
}

/** Whether a text is a slug as it is. */
export const isSlug = (text: string): boolean => text.length <= MAX_LENGTH && SLUG.test(text);

/**
 * Slugs to try for a name, the best first: the plain one, counted ones, and at last numbers drawn by lot, of which one is free
 * however many bear the name.
 * @param draw a whole number from the first to below the second, by lot
 */
export function slugCandidates(base: string, draw: (from: number, below: number) => number): string[] {
  const counted = Array.from({ length: COUNTED - 1 }, (_, at) => `${base}-${at + 2}`);
  const drawn = Array.from({ length: DRAWN }, () => `${base}-${draw(COUNTED + 1, 1_000_000_000)}`);
  return [base, ...counted, ...drawn];
}

/** A slug as the merchant writes it. */
export function givenSlug(problems: Problems, field: string, text: string): string {
  if (!isSlug(text))
    problems.add(
      field,
      `Must have 1 to ${MAX_LENGTH} lowercase letters a to z, digits, and single hyphens between.`,
    );
  return text;
}
