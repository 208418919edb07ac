import { valid } from 'semver';

/** Reports whether a text is a version by SemVer without build metadata, which tags of images cannot contain. */
export const isVersion = (text: string): boolean => valid(text) === text && !text.includes('+');

/** A package.json with another version; its format stays. @throws Error when it has not the current version */
export const withPackageVersion = (text: string, current: string, next: string): string =>
  replaced(text, `"version": "${current}"`, `"version": "${next}"`);

/** A Chart.yaml with another version, also of the charts of the platform that it depends on. @throws Error when it has not the current version */
export function withChartVersion(text: string, current: string, next: string): string {
  const withApp = replaced(text, `\nappVersion: ${current}\n`, `\nappVersion: ${next}\n`);
  const own = replaced(withApp, `\nversion: ${current}\n`, `\nversion: ${next}\n`);
  return own.replaceAll(/^( *- \{ name: service,.* version: )([^,\s]+),/gm, `$1${next},`);
}

function replaced(text: string, from: string, to: string): string {
  if (!text.includes(from)) throw new Error(`\`${from.trim()}\` is missing.`);
  return text.replace(from, to);
}
