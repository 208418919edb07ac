/** A generated enum: numbers by name, without the enum's prefix. */
type Enum = Readonly<Record<string, number>>;

/** A value's name as it is stored and shown: `in_review` for `APP_STATUS_IN_REVIEW`. Unspecified values have none. */
export type EnumName<E extends Enum> = Exclude<Lowercase<keyof E & string>, 'unspecified'>;

/** A value's name in capitals, as it is stored and shown where that is the convention: `PUBLIC` for `PRODUCT_VISIBILITY_PUBLIC`. */
export type EnumKey<E extends Enum> = Uppercase<EnumName<E>>;

const UNSPECIFIED = 'unspecified';

/** The names of an enum's values, in the order of the `.proto` file. */
export const enumNames = <E extends Enum>(type: E): EnumName<E>[] =>
  Object.keys(type)
    .map((name) => name.toLowerCase())
    .filter((name): name is EnumName<E> => name !== UNSPECIFIED);

/** Names by number, of each enum in use. */
const namesByValue = new WeakMap<Enum, (string | undefined)[]>();

/** The name of a value; undefined for a number that is unspecified or that this program does not know. */
export function findEnumName<E extends Enum>(type: E, value: E[keyof E]): EnumName<E> | undefined {
  let names = namesByValue.get(type);
  if (names === undefined) {
    names = [];
    for (const name of enumNames(type)) names[type[name.toUpperCase()]!] = name;
    namesByValue.set(type, names);
  }
  return names[value] as EnumName<E> | undefined;
}

/** The name of a value. @throws RangeError for a number that is unspecified or that this program does not know */
export function enumName<E extends Enum>(type: E, value: E[keyof E]): EnumName<E> {
  const name = findEnumName(type, value);
  if (name === undefined) throw new RangeError(`The enum value ${value} has no name.`);
  return name;
}

/** The names of an enum's values in capitals. */
export const enumKeys = <E extends Enum>(type: E): EnumKey<E>[] =>
  enumNames(type).map((name) => name.toUpperCase() as EnumKey<E>);

/** The name of a value in capitals. @throws RangeError like `enumName` */
export const enumKey = <E extends Enum>(type: E, value: E[keyof E]): EnumKey<E> =>
  enumName(type, value).toUpperCase() as EnumKey<E>;

/** The value with a name. */
export const enumValue = <E extends Enum>(type: E, name: EnumName<E>): E[keyof E] =>
  type[name.toUpperCase()] as E[keyof E];

/** The value with a name from outside; undefined when the enum has no such name. */
export const findEnumValue = <E extends Enum>(type: E, name: string): E[keyof E] | undefined =>
  name === name.toLowerCase() && name !== UNSPECIFIED ? (type[name.toUpperCase()] as E[keyof E]) : undefined;
