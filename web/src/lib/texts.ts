import i18next, { type BackendModule, type TFunction } from 'i18next';
import { initReactI18next, useTranslation } from 'react-i18next';

/** Languages of the pages, each by its own name. */
export const LANGUAGES = { es: 'Español', en: 'English' } as const;

export type Language = keyof typeof LANGUAGES;

const STORAGE_KEY = 'language';

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
      // Retried a few times: without its texts a page is blank.
      (error: Error) => done(error, true),
    );
  },
};

/** The language chosen before, or the browser's preference, or Spanish. */
function firstLanguage(): Language {
  const preferred = [localStorage.getItem(STORAGE_KEY), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return preferred.find((tag): tag is Language => tag === 'es' || tag === 'en') ?? 'es';
}

/** Initializes the texts; resolves when those that every page needs are loaded. */
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
        // A default value marks a key that may be missing.
        // eslint-disable-next-line no-console -- for developers of the pages, and for the test that visits them
        if (fallback === key) console.error(`Missing text ${area}:${key}.`);
      },
    });
}

/** Language of the page, and its setter. */
export function useLanguage(): [Language, (language: Language) => void] {
  const { i18n } = useTranslation();
  const change = (language: Language) => {
    localStorage.setItem(STORAGE_KEY, language);
    void i18n.changeLanguage(language);
  };
  return [(i18n.resolvedLanguage ?? 'es') as Language, change];
}

/**
 * Texts of an area (`texts/<language>/<area>.json`): `const t = useTexts('shops')`, then `t('list.title')`. Write keys
 * as literals, or as templates that begin with a literal (`t(`status.${status}`)`), so that a test can check that they
 * exist.
 */
export function useTexts(area: string): TFunction {
  return useTranslation(area).t;
}
