import { isCollection, isMap, isScalar, parseDocument, type Node, type Pair, type YAMLMap } from 'yaml';

/** One value of a chart. */
interface Value {
  key: string;
  fallback: string;
  description: string;
}

/**
 * Renders the table of a chart's values that have a comment starting with `--`, with defaults.
 * @param text values.yaml
 */
export function valuesTable(text: string): string {
  const values: Value[] = [];
  collect(parseDocument(text).contents as YAMLMap, '', values);
  const rows = values.map(({ key, fallback, description }) => `| \`${key}\` | \`${fallback}\` | ${description} |`);
  return ['| value | default | meaning |', '| - | - | - |', ...rows].join('\n');
}

function collect(map: YAMLMap, prefix: string, into: Value[]): void {
  for (const [index, { key, value }] of (map.items as Pair<Node, Node | null>[]).entries()) {
    // The comment before the first key of a map belongs to the map.
    const comment = key.commentBefore ?? (index === 0 ? map.commentBefore : undefined) ?? '';
    const name = `${prefix}${String(key)}`;
    const description = /^\s*-- ([\s\S]*)$/m.exec(comment)?.[1]?.trim().replaceAll(/\s*\n\s*/g, ' ');
    if (description !== undefined) into.push({ key: name, fallback: shown(value), description });
    else if (!isMap(value) && value !== null) into.push({ key: name, fallback: shown(value), description: '' });
    if (isMap(value) && value.items.length > 0) collect(value, `${name}.`, into);
  }
}

function shown(value: Node | null): string {
  if (isScalar(value)) return value.value === '' ? '""' : String(value.value);
  if (isMap(value) && value.items.length > 0) return '{…}';
  if (isCollection(value)) return JSON.stringify(value.toJSON()).replaceAll('|', '\\|');
  return '';
}
