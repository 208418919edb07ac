/** Numeric identifiers have no leading zeros (SemVer 2.0, sections 2 and 9). */
const NUMBER = '(?:0|[1-9]\\d*)';
const IDENTIFIER = `(?:${NUMBER}|\\d*[A-Za-z-][0-9A-Za-z-]*)`;
const VERSION = new RegExp(`^${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-${IDENTIFIER}(?:\\.${IDENTIFIER})*)?$`);

/** Reports whether a text is a version by SemVer without build metadata, which tags of images cannot contain. */
export const isVersion = (text: string): boolean => VERSION.test(text);

/** Compares two versions by SemVer's precedence: negative when the first one is lower. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  for (const [at, number] of left.core.entries())
    if (number !== right.core[at]) return number - right.core[at]!;
  // A version without a prerelease is higher than the same one with it.
  if (left.prerelease.length === 0 || right.prerelease.length === 0)
    return right.prerelease.length - left.prerelease.length;
  for (const [at, identifier] of left.prerelease.entries()) {
    const other = right.prerelease[at];
    if (other === undefined) return 1;
    const order = compareIdentifiers(identifier, other);
    if (order !== 0) return order;
  }
  return left.prerelease.length - right.prerelease.length;
}

function partsOf(version: string): { core: number[]; prerelease: string[] } {
  const [core, ...prerelease] = version.split('-');
  return {
    core: core!.split('.').map(Number),
    prerelease: prerelease.length === 0 ? [] : prerelease.join('-').split('.'),
  };
}

/** Numbers are compared as numbers and are lower than words. */
function compareIdentifiers(a: string, b: string): number {
  const [isNumber, isOtherNumber] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumber && isOtherNumber) return Number(a) - Number(b);
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return a === b ? 0 : a < b ? -1 : 1;
}

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
