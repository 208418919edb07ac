import type { Problems } from './problems.ts';

/** Maximum number of levels of the tree, roots included. */
export const MAX_LEVELS = 6;

/** A node of the store's category tree. */
export interface CategoryNode {
  id: string;
  parentId: string | undefined;
  depth: number;
}

/** Depth of a category below a parent, which must exist and not be too deep. */
export function depthBelow(problems: Problems, tree: CategoryNode[], parentId: string | undefined): number {
  if (parentId === undefined) return 0;
  const parent = tree.find(({ id }) => id === parentId);
  if (parent === undefined) problems.add('parent_id', 'The store has no such category.');
  const depth = (parent?.depth ?? 0) + 1;
  if (depth >= MAX_LEVELS) problems.add('parent_id', `Categories have at most ${MAX_LEVELS} levels.`);
  return depth;
}

/**
 * Moves a category with all its descendants below another parent.
 * @returns the category first, then its descendants, each with its new depth
 */
export function moved(
  problems: Problems,
  tree: CategoryNode[],
  id: string,
  parentId: string | undefined,
): { id: string; depth: number }[] {
  const depth = depthBelow(problems, tree, parentId);
  const children = Map.groupBy(tree, (node) => node.parentId);
  const subtree = [{ id, depth }];
  for (const node of subtree)
    for (const child of children.get(node.id) ?? []) subtree.push({ id: child.id, depth: node.depth + 1 });
  if (subtree.some((node) => node.id === parentId))
    problems.add('parent_id', 'A category cannot be below itself.');
  else if (depth < MAX_LEVELS && subtree.some((node) => node.depth >= MAX_LEVELS))
    problems.add('parent_id', `Its subcategories would be deeper than ${MAX_LEVELS} levels.`);
  return subtree;
}
