import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkNewPassword } from '../src/domain/password-rules.ts';
import { changePassword } from '../src/rpc/change-password.ts';
import { getSession } from '../src/rpc/get-session.ts';
import { requestPasswordReset } from '../src/rpc/request-password-reset.ts';
import { resetPassword } from '../src/rpc/reset-password.ts';
import { signIn } from '../src/rpc/sign-in.ts';
import { AuthFixture, PASSWORD, type TestStore } from './support/fixture.ts';
import { mailedSecret, mailsOf } from './support/mails.ts';

const NEW = 'una clave bien distinta';
const IP = '192.0.2.1';

let auth: AuthFixture;
let store: TestStore;
let personId: string;

beforeAll(async () => {
  auth = await AuthFixture.create();
});
afterAll(() => auth.close());
beforeEach(async () => {
  store = await auth.newStore();
  personId = (await auth.call(getSession, { token: store.ownerSession })).person!.id;
  await mailsOf(auth);
});

const ask = (email = store.ownerEmail, ip = IP) => auth.call(requestPasswordReset, { email, ip });
const reset = (token: string, password = NEW) => auth.call(resetPassword, { token, password });
const change = (currentPassword: string, password = NEW) =>
  auth.callAs(personId, changePassword, { currentPassword, password, ip: IP, userAgent: 'Firefox' }, '');
const signsIn = async (password: string): Promise<boolean> => {
  const given = { email: store.ownerEmail, password, ip: '192.0.2.99', userAgent: '' };
  return (await auth.call(signIn, given)).result?.$case === 'session';
};
const isOpen = async (token: string): Promise<boolean> =>
  (await auth.call(getSession, { token })).person !== undefined;

describe('forgotten password', () => {
  test('a mailed link replaces the password, ends every session, and notifies the person', async () => {
    const other = await auth.signIn(store.ownerEmail);
    await ask(` ${store.ownerEmail.toUpperCase()} `);
    await reset(await mailedSecret(auth, store.ownerEmail));
    expect([await isOpen(store.ownerSession), await isOpen(other)]).toEqual([false, false]);
    expect([await signsIn(PASSWORD), await signsIn(NEW)]).toEqual([false, true]);
    const [mail] = await mailsOf(auth);
    expect(mail).toMatchObject({
      to: [{ address: store.ownerEmail, name: 'Ana' }],
      subject: 'Tu contraseña de Mostrador cambió',
    });
  });

  test('the response and the stored row do not reveal the existence of an account', async () => {
    const answers = [await ask(), await ask('missing@example.com'), await ask('not an email')];
    expect(answers).toEqual([{ retryAfterS: 0 }, { retryAfterS: 0 }, { retryAfterS: 0 }]);
    const { rows } = await auth.deps.db.pool.query<{ recipient: string }>(
      `select recipient from mail_outbox where kind = 'password_reset' and state = 'waiting' order by recipient`,
    );
    expect(rows.map((row) => row.recipient)).toEqual(['missing@example.com', store.ownerEmail]);
    expect((await mailsOf(auth)).flatMap((mail) => mail.to)).toEqual([
      { name: 'Ana', address: store.ownerEmail },
    ]);
  });

  test('requests are limited like sign-ins, per email and address', async () => {
    const email = `often-${store.id}@example.com`;
    const answers = [];
    for (let n = 0; n < 12; n++) answers.push((await ask(email)).retryAfterS);
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 0), 600, 600]);
    expect(await ask(email, '192.0.2.2')).toEqual({ retryAfterS: 0 });
  });

  test('one email receives at most five mails an hour, from any number of addresses', async () => {
    for (let n = 1; n <= 20; n++)
      expect(await ask(store.ownerEmail, `192.0.2.${n}`)).toEqual({ retryAfterS: 0 });
    expect(await mailsOf(auth)).toHaveLength(5);
    auth.clock.pass(3_600_000);
    await ask();
    expect(await mailsOf(auth)).toHaveLength(1);
  });

  test('used, expired and unknown links are refused', async () => {
    await ask();
    const token = await mailedSecret(auth, store.ownerEmail);
    await reset(token);
    await expect(reset(token)).rejects.toMatchObject({ code: 'not_found' });
    await ask();
    const late = await mailedSecret(auth, store.ownerEmail);
    auth.clock.pass(3_600_000);
    await expect(reset(late)).rejects.toMatchObject({ code: 'not_found' });
    await expect(reset('x'.repeat(43))).rejects.toMatchObject({ code: 'not_found' });
  });

  test('concurrent uses of a link change the password once', async () => {
    await ask();
    const token = await mailedSecret(auth, store.ownerEmail);
    const uses = await Promise.allSettled([reset(token), reset(token, `${NEW} 2`)]);
    expect(uses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('the use of one link invalidates the others', async () => {
    await ask();
    const first = await mailedSecret(auth, store.ownerEmail);
    await ask();
    const second = await mailedSecret(auth, store.ownerEmail);
    await reset(first);
    await expect(reset(second)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('no mail is sent when the mail server was down for an hour', async () => {
    await ask();
    auth.clock.pass(3_600_000);
    expect(await mailsOf(auth)).toEqual([]);
  });

  test('no secret is stored readable', async () => {
    await ask();
    const token = await mailedSecret(auth, store.ownerEmail);
    const { rows } = await auth.deps.db.pool.query<{ row: string }>(
      'select t::text as row from mailed_token t union all select m::text from mail_outbox m',
    );
    expect(rows.map((row) => row.row).join()).not.toContain(token);
  });
});

describe('password change', () => {
  test('a change requires the current password, replaces all sessions by a new one, and notifies the person', async () => {
    const other = await auth.signIn(store.ownerEmail);
    expect(await change('not it')).toEqual({ result: { $case: 'wrongCredentials', value: true } });
    expect(await isOpen(other)).toBe(true);
    const { session } = await change(PASSWORD);
    const open = await Promise.all([session!.token, store.ownerSession, other].map(isOpen));
    expect(open).toEqual([true, false, false]);
    expect([await signsIn(PASSWORD), await signsIn(NEW)]).toEqual([false, true]);
    expect((await mailsOf(auth)).map((mail) => mail.subject)).toEqual(['Tu contraseña de Mostrador cambió']);
  });

  test('a change invalidates the links to reset the password', async () => {
    await ask();
    const token = await mailedSecret(auth, store.ownerEmail);
    await change(PASSWORD);
    await expect(reset(token)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('wrong passwords are limited like sign-ins', async () => {
    for (let n = 0; n < 10; n++) await change('not it');
    expect(await change(PASSWORD)).toEqual({ result: { $case: 'retryAfterS', value: 600 } });
  });
});

describe('password rules', () => {
  const email = 'ana@example.com';
  test.each([
    ['nine char', 'password_too_short'],
    ['ñañañañañ', 'password_too_short'],
    ['x'.repeat(201), 'password_too_long'],
    ['1234567890', 'password_too_common'],
    ['Password123', 'password_too_common'],
    ['aaaaaaaaaaaaaa', 'password_too_common'],
    ['abababababab', 'password_too_common'],
    ['Ana@Example.com', 'password_too_common'],
  ])('%s is refused: %s', async (password, reason) => {
    const details = [{ reason, field: 'password' }];
    await expect(checkNewPassword(password, email)).rejects.toMatchObject({ details });
  });

  test.each(['correct horse battery staple', '🐎🔋📎🐎🔋📎🐎🔋📎🐴', 'integraciones-2026', 'x y z 1 2 3 é'])(
    '%s is accepted',
    (password) => checkNewPassword(password, email),
  );

  test('an invalid password is refused by reset and change', async () => {
    await ask();
    const token = await mailedSecret(auth, store.ownerEmail);
    const refused = { code: 'invalid_request', details: [{ reason: 'password_too_common' }] };
    await expect(reset(token, 'qwertyuiop')).rejects.toMatchObject(refused);
    await expect(change(PASSWORD, 'qwertyuiop')).rejects.toMatchObject(refused);
    await reset(token);
  });
});
