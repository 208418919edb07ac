/** Two letters for what has no picture: the first of its first two words of some length. */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  const long = words.filter((word) => word.length > 2);
  return (long.length > 0 ? long : words)
    .slice(0, 2)
    .map((word) => [...word][0]!.toLocaleUpperCase('es-AR'))
    .join('');
}
