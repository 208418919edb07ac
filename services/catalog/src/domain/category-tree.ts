import type { Problems } from './problems.ts';

/** Levels of the tree, its roots included. */
export const MAX_LEVELS = 6;

/** A category as a node of the store's tree. */
export interface CategoryNode {
  id: string;
  parentId: string | undefined;
  depth: number;
}

/** The depth of a category below a parent. */
export function depthBelow(problems: Problems, tree: CategoryNode[], parentId: string | undefined): number {
  if (parentId === undefined) return 0;
  const parent = tree.find(({ id }) => id === parentId);
  if (parent === undefined) problems.add('parent_id', 'The store has no such category.');
  const depth = (parent?.depth ?? 0) + 1;
  if (depth >= MAX_LEVELS) problems.add('parent_id', `Categories have at most ${MAX_LEVELS} levels.`);
  return depth;
}

/**
 * Moves a category, and all below it, below another parent.
 * @returns the nodes whose depth becomes another, each with it; the category itself comes first, always
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
    problems.add('parent_id', 'A category cannot lie below itself.');
  else if (depth < MAX_LEVELS && subtree.some((node) => node.depth >= MAX_LEVELS))
    problems.add('parent_id', `What lies below it would be deeper than ${MAX_LEVELS} levels.`);
  return subtree;
}
