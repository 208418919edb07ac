import slugify from '@sindresorhus/slugify';
import type { Problems } from './problems.ts';

const MAX_LENGTH = 200;
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const COUNTED = 100;
const RANDOM = 10;

/**
 * Makes the slug of a name: lowercase ASCII letters and digits, words joined by hyphens.
 * @param fallback slug of a name without any such characters
 */
export function slugOf(name: string, fallback: string): string {
  const slug = slugify(name, { decamelize: false, customReplacements: [['&', ' y ']] });
  return slug.slice(0, MAX_LENGTH).replace(/-+$/, '') || fallback;
}

/** Returns true for a valid slug. */
export const isSlug = (text: string): boolean => text.length <= MAX_LENGTH && SLUG.test(text);

/**
 * Slugs to try for a name, the best first: the plain one, numbered ones, and random numbers, one of which is free
 * however many products have the name.
 * @param random returns a random integer from the first argument to below the second
 */
export function slugCandidates(base: string, random: (from: number, below: number) => number): string[] {
  const counted = Array.from({ length: COUNTED - 1 }, (_, index) => `${base}-${index + 2}`);
  const drawn = Array.from({ length: RANDOM }, () => `${base}-${random(COUNTED + 1, 1_000_000_000)}`);
  return [base, ...counted, ...drawn];
}

/** Checks a slug that the merchant wrote. */
export function givenSlug(problems: Problems, field: string, text: string): string {
  if (!isSlug(text))
    problems.add(
      field,
      `Must be 1 to ${MAX_LENGTH} lowercase letters a to z, digits, and single hyphens between.`,
    );
  return text;
}
