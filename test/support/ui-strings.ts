import { readFileSync } from 'node:fs';
import path from 'node:path';

type UiStrings = { [key: string]: string | UiStrings };

const ROOT = path.resolve(import.meta.dirname, '../../web/src/texts');

/** UI strings of a language by `area:key`, with values for their `{{placeholders}}`. */
export function uiStrings(
  language: 'es' | 'en',
): (key: string, values?: Record<string, string | undefined>) => string {
  return (key, values = {}) => {
    const [area, ...steps] = key.split(/[:.]/);
    let found: string | UiStrings = JSON.parse(
      readFileSync(path.join(ROOT, language, `${area}.json`), 'utf8'),
    );
    for (const step of steps) found = (found as UiStrings)[step]!;
    return (found as string).replaceAll(/\{\{(\w+)\}\}/g, (_match, name: string) => values[name] ?? '');
  };
}
