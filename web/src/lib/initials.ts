/** Two letters for entities without a picture: the initials of the first two words of some length. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const long = words.filter((word) => word.length > 2);
  return (long.length > 0 ? long : words)
    .slice(0, 2)
    .map((word) => /^./u.exec(word)![0].toLocaleUpperCase('es-AR'))
    .join('');
}
