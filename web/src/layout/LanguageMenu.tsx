import { Button, Menu } from '@mantine/core';
import { LANGUAGES, useLanguage, useTexts, type Language } from '../lib/texts.ts';

/** Language selection. */
export function LanguageMenu() {
  const t = useTexts('common');
  const [language, change] = useLanguage();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          size="sm"
          px="xs"
          aria-label={t('language', { code: language.toUpperCase(), name: LANGUAGES[language] })}
        >
          {language.toUpperCase()}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(LANGUAGES).map(([code, name]) => (
          <Menu.Item key={code} lang={code} onClick={() => change(code as Language)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
