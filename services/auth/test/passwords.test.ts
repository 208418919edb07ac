import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { passwordProblem } from '../src/domain/password-rules.ts';
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
  auth.callAs(
    personId,
    changePassword,
    { currentPassword, password, sessionToken: store.ownerSession, ip: IP },
    '',
  );
const signsIn = async (password: string): Promise<boolean> => {
  const given = { email: store.ownerEmail, password, ip: '192.0.2.99', userAgent: '' };
  return (await auth.call(signIn, given)).result?.$case === 'session';
};
const isOpen = async (token: string): Promise<boolean> =>
  (await auth.call(getSession, { token })).person !== undefined;

describe('a forgotten password', () => {
  test('is replaced by a mailed link; every session ends, and the person is told', async () => {
    const other = await auth.signIn(store.ownerEmail);
    await ask(` ${store.ownerEmail.toUpperCase()} `);
    await reset(await mailedSecret(auth, store.ownerEmail));
    expect([await isOpen(store.ownerSession), await isOpen(other)]).toEqual([false, false]);
    expect([await signsIn(PASSWORD), await signsIn(NEW)]).toEqual([false, true]);
    const [told] = await mailsOf(auth);
    expect(told).toMatchObject({
      to: [{ address: store.ownerEmail, name: 'Ana' }],
      subject: 'Tu contraseña cambió',
    });
  });

  test('is answered alike whether somebody has the e-mail or not, and leaves the same row', async () => {
    const answers = [await ask(), await ask('nobody@example.com'), await ask('no e-mail at all')];
    expect(answers).toEqual([{ retryAfterS: 0 }, { retryAfterS: 0 }, { retryAfterS: 0 }]);
    const { rows } = await auth.deps.db.pool.query<{ recipient: string }>(
      `select recipient from mail_outbox where kind = 'password_reset' and state = 'waiting' order by recipient`,
    );
    expect(rows.map((row) => row.recipient)).toEqual(['nobody@example.com', store.ownerEmail]);
    expect((await mailsOf(auth)).flatMap((mail) => mail.to)).toEqual([
      { name: 'Ana', address: store.ownerEmail },
    ]);
  });

  test('can be asked for as often as a sign-in per e-mail and address', async () => {
    const email = `often-${store.id}@example.com`;
    const answers = [];
    for (let n = 0; n < 12; n++) answers.push((await ask(email)).retryAfterS);
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 0), 600, 600]);
    expect(await ask(email, '192.0.2.2')).toEqual({ retryAfterS: 0 });
  });

  test('fills nobody’s mailbox: five mails an hour, from wherever they are asked for', async () => {
    for (let n = 1; n <= 20; n++)
      expect(await ask(store.ownerEmail, `192.0.2.${n}`)).toEqual({ retryAfterS: 0 });
    expect(await mailsOf(auth)).toHaveLength(5);
    auth.clock.pass(3_600_000);
    await ask();
    expect(await mailsOf(auth)).toHaveLength(1);
  });

  test('is not replaced by a link that is used, has expired, or never was', async () => {
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

  test('is replaced once by a link that is used by two at once', async () => {
    await ask();
    const token = await mailedSecret(auth, store.ownerEmail);
    const uses = await Promise.allSettled([reset(token), reset(token, `${NEW} 2`)]);
    expect(uses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('of two links only the one that was used works', async () => {
    await ask();
    const first = await mailedSecret(auth, store.ownerEmail);
    await ask();
    const second = await mailedSecret(auth, store.ownerEmail);
    await reset(first);
    await expect(reset(second)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('is not mailed about when the mail server was away for an hour', async () => {
    await ask();
    auth.clock.pass(3_600_000);
    expect(await mailsOf(auth)).toEqual([]);
  });

  test('leaves no readable secret behind', async () => {
    await ask();
    const token = await mailedSecret(auth, store.ownerEmail);
    const { rows } = await auth.deps.db.pool.query<{ row: string }>(
      'select t::text as row from mailed_token t union all select m::text from mail_outbox m',
    );
    expect(rows.map((row) => row.row).join()).not.toContain(token);
  });
});

describe('a change of the password', () => {
  test('needs the present one, ends the other sessions, and is told', async () => {
    const other = await auth.signIn(store.ownerEmail);
    expect(await change('not it')).toEqual({ result: { $case: 'wrongCredentials', value: true } });
    expect(await isOpen(other)).toBe(true);
    expect(await change(PASSWORD)).toEqual({ result: { $case: 'changed', value: true } });
    expect([await isOpen(store.ownerSession), await isOpen(other)]).toEqual([true, false]);
    expect([await signsIn(PASSWORD), await signsIn(NEW)]).toEqual([false, true]);
    expect((await mailsOf(auth)).map((mail) => mail.subject)).toEqual(['Tu contraseña cambió']);
  });

  test('ends the links to reset it', async () => {
    await ask();
    const token = await mailedSecret(auth, store.ownerEmail);
    await change(PASSWORD);
    await expect(reset(token)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('counts wrong ones as sign-ins are counted', async () => {
    for (let n = 0; n < 10; n++) await change('not it');
    expect(await change(PASSWORD)).toEqual({ result: { $case: 'retryAfterS', value: 600 } });
  });
});

describe('a password', () => {
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
  ])('%s is refused: %s', (password, reason) => {
    expect(passwordProblem(password, email)?.details).toMatchObject([{ reason, field: 'password' }]);
  });

  test.each(['correct horse battery staple', '🐎🔋📎🐎🔋📎🐎🔋📎🐴', 'integraciones-2026', 'x y z 1 2 3 é'])(
    '%s is taken',
    (password) => {
      expect(passwordProblem(password, email)).toBeUndefined();
    },
  );

  test('that may not be is set by no way', async () => {
    await ask();
    const token = await mailedSecret(auth, store.ownerEmail);
    const refused = { code: 'invalid_request', details: [{ reason: 'password_too_common' }] };
    await expect(reset(token, 'qwertyuiop')).rejects.toMatchObject(refused);
    await expect(change(PASSWORD, 'qwertyuiop')).rejects.toMatchObject(refused);
    await reset(token);
  });
});
