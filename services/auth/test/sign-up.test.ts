import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { NewcomerProof } from '@commerce/proto/commerce/auth/v1/people.ts';
import { completeSignUp } from '../src/rpc/complete-sign-up.ts';
import { getSession } from '../src/rpc/get-session.ts';
import { getSignUp } from '../src/rpc/get-sign-up.ts';
import { signUpDeveloper } from '../src/rpc/sign-up-developer.ts';
import { AuthFixture, PASSWORD } from './support/fixture.ts';
import { mailedSecret, mailsOf } from './support/mails.ts';

const NEWCOMER: NewcomerProof = {
  sessionToken: '',
  password: 'una clave bien larga',
  name: '',
  language: 'en',
  ip: '192.0.2.7',
  userAgent: '',
};
const GONE = { code: 'not_found' };

let auth: AuthFixture;
let email: string;
/** A new address for each test, because requests are counted per address. */
let ip: string;
let made = 0;

beforeAll(async () => {
  auth = await AuthFixture.create();
});
afterAll(() => auth.close());
beforeEach(async () => {
  email = `dev-${(made += 1)}@example.com`;
  ip = `198.51.100.${made}`;
});

const signUp = (fields: object = {}) =>
  auth.call(signUpDeveloper, {
    email,
    name: 'Zoe',
    developerName: 'Zoe Apps',
    language: 'en',
    ip,
    ...fields,
  });
const complete = (token: string, proof: Partial<NewcomerProof> = {}) =>
  auth.call(completeSignUp, { token, proof: { ...NEWCOMER, ...proof } });
const people = async (): Promise<number> => auth.deps.prisma.acrossStores.person.count({ where: { email } });

describe('sign-up', () => {
  test('the mailed link creates the person and the developer and signs them in; nothing exists before', async () => {
    expect(await signUp()).toEqual({ retryAfterS: 0 });
    expect(await people()).toBe(0);
    const token = await mailedSecret(auth, email);
    expect(await auth.call(getSignUp, { token })).toEqual({
      email,
      name: 'Zoe',
      developerName: 'Zoe Apps',
      storeName: '',
      personExists: false,
    });
    const { result, developerId } = await complete(token);
    if (result?.$case !== 'joined') throw new Error('not made');
    const session = await auth.call(getSession, { token: result.value.session!.token });
    expect(session).toMatchObject({
      person: { name: 'Zoe', email, language: 'en' },
      memberships: [],
      developerIds: [developerId],
      platformStaff: false,
    });
    await expect(complete(token)).rejects.toMatchObject(GONE);
  });

  test('the response does not reveal the existence of an account, whose owner must enter the password', async () => {
    await auth.newPerson(email);
    expect(await signUp()).toEqual({ retryAfterS: 0 });
    const [mail] = await mailsOf(auth);
    expect(mail!.text).toContain('Ya tenés una cuenta');
    const token = /#(\S{43})$/m.exec(mail!.text)![1]!;
    expect(await complete(token)).toMatchObject({ result: { $case: 'wrongCredentials' } });
    const { developerId } = await complete(token, { password: PASSWORD });
    const { person, developerIds } = await auth.call(getSession, { token: await auth.signIn(email) });
    // The names typed at the sign-up do not change an existing person.
    expect([person!.name, developerIds]).toEqual(['Ana', [developerId]]);
  });

  test('the mail contains nothing that was typed', async () => {
    await signUp({ name: 'WIN at http://evil.example', developerName: 'CLICK http://evil.example' });
    const [mail] = await mailsOf(auth);
    expect(JSON.stringify(mail)).not.toMatch(/evil/);
  });

  test('a sign-up expires after a day', async () => {
    await signUp();
    const token = await mailedSecret(auth, email);
    auth.clock.pass(86_400_000);
    await expect(complete(token)).rejects.toMatchObject(GONE);
    await expect(auth.call(getSignUp, { token })).rejects.toMatchObject(GONE);
  });

  test('sign-ups are limited like sign-ins, per email and address', async () => {
    for (let n = 0; n < 10; n++) expect(await signUp()).toEqual({ retryAfterS: 0 });
    expect(await signUp()).toEqual({ retryAfterS: 600 });
    expect(await mailsOf(auth)).toHaveLength(5);
  });

  test('one address can request at most twenty sign-ups an hour, for any email', async () => {
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, n) => signUp({ email: `other-${n}@example.com` })),
    );
    expect(answers.filter(({ retryAfterS }) => retryAfterS === 0)).toHaveLength(20);
    expect(await mailsOf(auth)).toHaveLength(20);
    expect(await signUp({ ip: '203.0.113.1' })).toEqual({ retryAfterS: 0 });
  });

  test('two sign-ups with one email create two developers of one person', async () => {
    await signUp();
    const first = await mailedSecret(auth, email);
    await signUp({ developerName: 'Other' });
    const second = await mailedSecret(auth, email);
    await complete(first);
    expect(await complete(second)).toMatchObject({ result: { $case: 'joined' } });
    expect(await people()).toBe(1);
  });

  test.each([
    { email: 'none' },
    { email: '<script>@x.com' },
    { email: 'a\u200b@example.com' },
    { email: `${'a'.repeat(65)}@example.com` },
    { name: '\u202eevil' },
    { name: '\u200b' },
    { name: '' },
    { developerName: 'x' },
    { developerName: 'x'.repeat(101) },
    { language: 'fr' },
  ])('a sign-up with %j is refused', async (fields) => {
    await expect(signUp(fields)).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
