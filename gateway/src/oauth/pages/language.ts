/** Languages of the pages. */
export type Language = 'es' | 'en';

/** The language that an Accept-Language header asks for first (RFC 9110, 12.5.4); Spanish when it asks for neither. */
export function languageOf(header: string | undefined): Language {
  const wishes = (header ?? '').split(',').map((part) => {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
    const q = parameters
      .map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1])
      .find((text) => text !== undefined);
    return { language: tag.trim().split('-')[0], weight: q === undefined ? 1 : Number(q) };
  });
  const best = wishes
    .filter(({ language, weight }) => (language === 'es' || language === 'en') && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)[0];
  return best?.language === 'en' ? 'en' : 'es';
}
