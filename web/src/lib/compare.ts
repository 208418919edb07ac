/** Values of a form, by field. */
export type Fields = Record<string, unknown>;

/** Form field that someone else changed since the form was opened. */
export interface ChangedField {
  field: string;
  mine: unknown;
  theirs: unknown;
  /** True when it was also changed here, to another value: the person must choose. */
  collides: boolean;
}

/** Reports whether two form values are equal. */
export const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Fields that are meaningful only together, such as an amount and its unit: resolved as one, by the group's name. */
export type Groups = Readonly<Record<string, readonly string[]>>;

function grouped(values: object, groups: Groups): Fields {
  const all = values as Fields;
  const inGroups = new Set(Object.values(groups).flat());
  const ungrouped = Object.entries(all).filter(([name]) => !inGroups.has(name));
  const groupEntries = Object.entries(groups).map(([group, names]) => [
    group,
    Object.fromEntries(names.map((name) => [name, all[name]])),
  ]);
  return Object.fromEntries([...ungrouped, ...groupEntries]) as Fields;
}

/**
 * Compares form values as they were read, as they are typed here, and as someone else saved them, and returns the
 * fields that someone else changed.
 */
export function changedFields(
  before: object,
  mine: object,
  theirs: object,
  groups: Groups = {},
): ChangedField[] {
  const [was, here, there] = [before, mine, theirs].map((values) => grouped(values, groups)) as [
    Fields,
    Fields,
    Fields,
  ];
  return Object.keys(there)
    .filter((name) => !same(was[name], there[name]) && !same(here[name], there[name]))
    .map((field) => ({
      field,
      mine: here[field],
      theirs: there[field],
      collides: !same(was[field], here[field]),
    }));
}

/** Values typed here, with the other person's values of the given fields. */
export function withTheirs<V extends object>(
  mine: V,
  theirs: V,
  fields: readonly string[],
  groups: Groups = {},
): V {
  const names = new Set(fields.flatMap((field) => groups[field] ?? [field]));
  const accepted = Object.entries(theirs).filter(([name]) => names.has(name));
  return { ...mine, ...Object.fromEntries(accepted) };
}
