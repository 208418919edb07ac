import { expect, test } from 'vitest';
import { AppStatus } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { enumKey, enumKeys, enumName, enumNames, enumValue, findEnumName, findEnumValue } from '../enum.ts';

test('each value of an enum has a name in lowercase, and each name its value', () => {
  expect(enumNames(AppStatus)).toEqual(['draft', 'in_review', 'rejected', 'published']);
  for (const name of enumNames(AppStatus)) expect(enumName(AppStatus, enumValue(AppStatus, name))).toBe(name);
});

test('each value has a name in capitals', () => {
  expect(enumKeys(AppStatus)).toEqual(['DRAFT', 'IN_REVIEW', 'REJECTED', 'PUBLISHED']);
  expect(enumKey(AppStatus, AppStatus.IN_REVIEW)).toBe('IN_REVIEW');
});

test('an unspecified or unknown value has no name', () => {
  expect(() => enumName(AppStatus, AppStatus.UNSPECIFIED)).toThrow(RangeError);
  expect(() => enumName(AppStatus, 99 as AppStatus)).toThrow('The enum value 99 has no name.');
  expect(findEnumName(AppStatus, 99 as AppStatus)).toBeUndefined();
});

test.each(['unspecified', 'In_Review', 'DRAFT', 'gone', '__proto__', 'constructor', ''])(
  'the name "%s" has no value',
  (name) => expect(findEnumValue(AppStatus, name)).toBeUndefined(),
);
