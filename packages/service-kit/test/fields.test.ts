import { expect, test } from 'vitest';
import type { Fault } from '../src/fault.ts';
import { FieldErrors } from '../src/fields.ts';

test('one refusal names every problem of the fields, in their order, and none when there is none', () => {
  const fields = new FieldErrors();
  fields.throwIfAny();
  expect(fields.line('name', 'Ana', 1, 10)).toBe('Ana');
  fields.line('name', ' ', 1, 10);
  fields.line('title', 'a\nb', 0, 10);
  fields.lines('notes', 'a\nb', 0, 10);
  fields.lines('notes', 'a'.repeat(11), 0, 10);
  fields.integer('quantity', 1.5, 0, 10);
  fields.amount('price', -1);
  fields.count('items', 0, 1, 100);
  fields.oneOf('status', 'open', ['draft', 'active']);
  fields.addMissing('email');
  let fault: Fault | undefined;
  try {
    fields.throwIfAny();
  } catch (error) {
    fault = error as Fault;
  }
  expect([fault!.code, fault!.message]).toEqual([
    'invalid_request',
    'The request is invalid. See `details` for all problems.',
  ]);
  expect(fault!.details.map(({ field, message, reason }) => `${field} ${reason}: ${message}`)).toEqual([
    'name invalid_value: Must be 1 to 10 characters.',
    expect.stringMatching(/^title invalid_value: Must be a single line of visible characters,/),
    'notes invalid_value: Must be at most 10 characters.',
    'quantity invalid_value: Must be a whole number from 0 to 10.',
    'price invalid_value: Must be an amount from 0 to 10^12 pesos.',
    'items invalid_value: Must have 1 to 100 elements.',
    'status invalid_value: Must be one of draft, active.',
    'email missing: Is required.',
  ]);
});
