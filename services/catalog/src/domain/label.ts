import type { Problems } from './problems.ts';
import { line, optionalUrl } from './text.ts';

/** What categories and brands have in common. */
export interface LabelContent {
  name: string;
  image: string | undefined;
  isActive: boolean;
}

/** The content of a category or brand as given, checked. */
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
