import { expect, test } from 'vitest';
import pg from 'pg';
import { errorText } from '../src/events/error-text.ts';
import { conflict, Fault } from '../src/fault.ts';

const PERSONAL = ['Ana Pérez', 'ana@example.com', '20-12345678-3', '+54 11 5555-4444'];

test('the description of an error names the failure and its location without values that may be personal data', () => {
  const database = Object.assign(
    new pg.DatabaseError(`value "${PERSONAL[0]}" of ${PERSONAL[1]}`, 1, 'error'),
    {
      code: '23505',
      table: 'customer',
      constraint: 'customer_email',
      detail: `Key (email)=(${PERSONAL[1]}) already exists.`,
    },
  );
  const texts = [
    errorText(database),
    errorText(
      new Error(`no customer '${PERSONAL[0]}' with ${PERSONAL[1]}, document ${PERSONAL[2]}, ${PERSONAL[3]}`),
    ),
    errorText(conflict('email_taken', `${PERSONAL[1]} is taken.`, 'email')),
    errorText(new Fault('server_error', 'Server error.', { cause: database })),
    errorText(new TypeError("Cannot read properties of undefined (reading 'sku')")),
    errorText(`thrown: "${PERSONAL[0]}"`),
  ];
  for (const text of texts) for (const value of PERSONAL) expect(text).not.toContain(value);
  expect(texts[0]).toMatch(
    /^SQLSTATE 23505, table customer, constraint customer_email at error-text\.test\.ts:\d+$/,
  );
  expect(texts[1]).toMatch(/^Error: no customer \[…\] with \[…\] document \[…\]/);
  expect(texts[2]).toMatch(/^conflict, email_taken email/);
  expect(texts[3]).toMatch(/^server_error: SQLSTATE 23505, table customer/);
  expect(texts[4]).toMatch(/^TypeError: Cannot read properties of undefined \(reading 'sku'\) at /);
});
