/** Languages of the pages. */
export type Language = 'es' | 'en';

/** Preferred language of an Accept-Language header (RFC 9110, 12.5.4); Spanish if it accepts neither language. */
export function languageOf(header: string | undefined): Language {
  const preferences = (header ?? '').split(',').map((part) => {
    const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
    const q = parameters
      .map((text) => /^\s*q=([\d.]+)\s*$/.exec(text)?.[1])
      .find((text) => text !== undefined);
    return { language: tag.trim().split('-')[0], weight: q === undefined ? 1 : Number(q) };
  });
  const best = preferences
    .filter(({ language, weight }) => (language === 'es' || language === 'en') && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)[0];
  return best?.language === 'en' ? 'en' : 'es';
}
