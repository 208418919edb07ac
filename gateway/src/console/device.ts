import bowser from 'bowser';
import type { OpenSession } from '@commerce/console-api/routes/people.ts';

/** Names of a browser and its system, from its User-Agent header. */
export function deviceOf(userAgent: string): Pick<OpenSession, 'browser' | 'system' | 'kind'> {
  if (userAgent === '') return { browser: '', system: '', kind: 'unknown' };
  const cli = /^mostrador-cli\/\S+ \((\w+)\)$/.exec(userAgent);
  if (cli !== null) return { browser: 'Mostrador CLI', system: cli[1]!, kind: 'desktop' };
  const { browser, os, platform } = bowser.parse(userAgent);
  const { type } = platform;
  const kind = type === 'desktop' || type === 'mobile' || type === 'tablet' ? type : 'unknown';
  return { browser: browser.name ?? '', system: os.name ?? '', kind };
}
