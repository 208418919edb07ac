import type { Problems } from './problems.ts';
import { line, optionalUrl } from './text.ts';

/** Fields that categories and brands share. */
export interface LabelContent {
  name: string;
  image: string | undefined;
  isActive: boolean;
}

/** Checks the fields of a category or brand. */
export function labelContent(
  problems: Problems,
  { name, image, isActive }: { name: string; image?: string | undefined; isActive: boolean },
): LabelContent {
  return {
    name: line(problems, 'name', name, 255),
    image: optionalUrl(problems, 'image', image),
    isActive,
  };
}
