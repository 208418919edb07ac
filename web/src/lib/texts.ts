import i18next, { type BackendModule, type TFunction } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';

/** The languages of the pages, each by its own name. */
export const LANGUAGES = { es: 'Español', en: 'English' } as const;

export type Language = keyof typeof LANGUAGES;

const KEPT = 'language';

const files = import.meta.glob<{ default: object }>('../texts/*/*.json');

/** Texts are fetched with the area that needs them. */
const backend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, area, done) => {
    const load = files[`../texts/${language}/${area}.json`];
    if (load === undefined) return done(new Error(`no texts ${language}/${area}`), false);
    load().then(
      (module) => done(null, module.default as never),
      // They are asked for again, a few times: without them a page says nothing.
      (error: Error) => done(error, true),
    );
  },
};

/** What the person chose before, else what the browser wishes, else Spanish. */
function firstLanguage(): Language {
  const wished = [localStorage.getItem(KEPT), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wished.find((tag): tag is Language => tag === 'es' || tag === 'en') ?? 'es';
}

/** Makes the texts ready; resolves when those that every page needs are there. */
export async function startTexts(): Promise<void> {
  i18next.on('languageChanged', (language) => void (document.documentElement.lang = language));
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: firstLanguage(),
      fallbackLng: false,
      supportedLngs: Object.keys(LANGUAGES),
      ns: ['common', 'navigation'],
      defaultNS: 'common',
      // React escapes what it shows.
      interpolation: { escapeValue: false },
      returnEmptyString: false,
      saveMissing: true,
      missingKeyHandler: (_languages, area, key, fallback) => {
        // Where there is something to say instead, it is meant so.
        // eslint-disable-next-line no-console -- for whoever changes the pages, and the test that walks through them
        if (fallback === key) console.error(`There is no text ${area}:${key}.`);
      },
    });
}

/** The language of the page, and how to change it. */
export function useLanguage(): [Language, (language: Language) => void] {
  const { i18n } = useTranslation();
  const change = (language: Language) => {
    localStorage.setItem(KEPT, language);
    void i18n.changeLanguage(language);
  };
  return [(i18n.resolvedLanguage ?? 'es') as Language, change];
}

/**
 * The texts of an area (`texts/<language>/<area>.json`): `const t = useTexts('shops')`, then `t('list.title')`. Keys are written out where
 * they are used, or begin with what is (`t(`status.${status}`)`), so that a test can tell whether they exist.
 */
export function useTexts(area: string): TFunction {
  return useTranslation(area).t;
}
