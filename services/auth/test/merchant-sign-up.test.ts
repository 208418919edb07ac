import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TeamRole, type NewcomerProof } from '@commerce/proto/commerce/auth/v1/people.ts';
import { completeSignUp } from '../src/rpc/complete-sign-up.ts';
import { getSession } from '../src/rpc/get-session.ts';
import { getSignUp } from '../src/rpc/get-sign-up.ts';
import { signUpMerchant } from '../src/rpc/sign-up-merchant.ts';
import { createMembership, createStore } from '../src/seed.ts';
import { AuthFixture, PASSWORD } from './support/fixture.ts';
import { mailedSecret, mailsOf } from './support/mails.ts';

const NEWCOMER: NewcomerProof = {
  sessionToken: '',
  password: 'una clave bien larga',
  name: '',
  language: 'es',
  ip: '192.0.2.7',
  userAgent: '',
};

let auth: AuthFixture;
let email: string;
/** A new address for each test, because requests are counted per address. */
let ip: string;
let made = 0;

beforeAll(async () => {
  auth = await AuthFixture.create();
});
afterAll(() => auth.close());
beforeEach(() => {
  email = `shop-${(made += 1)}@example.com`;
  ip = `198.51.100.${made}`;
});

const signUp = (fields: object = {}) =>
  auth.call(signUpMerchant, { email, name: 'Ana', storeName: 'Kiosco Ana', language: 'es', ip, ...fields });
const complete = (token: string, proof: Partial<NewcomerProof> = {}) =>
  auth.call(completeSignUp, { token, proof: { ...NEWCOMER, ...proof } });
const stores = () => auth.deps.prisma.acrossStores.store.count({ where: { name: 'Kiosco Ana' } });

describe('merchant sign-up', () => {
  test('the mailed link creates the person and their store on the plan demo; nothing exists before', async () => {
    const before = await stores();
    expect(await signUp()).toEqual({ retryAfterS: 0 });
    expect(await stores()).toBe(before);
    const token = await mailedSecret(auth, email);
    expect(await auth.call(getSignUp, { token })).toEqual({
      email,
      name: 'Ana',
      developerName: '',
      storeName: 'Kiosco Ana',
      personExists: false,
    });
    const { result, storeId, developerId } = await complete(token);
    if (result?.$case !== 'joined') throw new Error('not made');
    expect(developerId).toBe('');
    const session = await auth.call(getSession, { token: result.value.session!.token });
    expect(session.memberships).toMatchObject([{ storeId, storeName: 'Kiosco Ana', role: TeamRole.OWNER }]);
    const store = await auth.deps.prisma.acrossStores.store.findFirst({ where: { id: storeId } });
    expect(store).toMatchObject({ plan: 'demo', developerId: null });
    await expect(complete(token)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('the mail names the product and not what was typed, and says when the email has an account', async () => {
    await signUp({ storeName: 'Ganá dinero en evil.example', name: 'evil.example' });
    const [mail] = await mailsOf(auth);
    expect(mail!.subject).toBe('Confirmá tu correo para abrir tu tienda en Mostrador');
    expect(`${mail!.subject}${mail!.text}${mail!.html}`).not.toContain('evil.example');
    const known = `known-${email}`;
    await auth.newPerson(known);
    expect(await signUp({ email: known })).toEqual({ retryAfterS: 0 });
    expect((await mailsOf(auth))[0]!.text).toContain('Ya tenés una cuenta');
  });

  test('the owner of five stores on the plan demo opens no sixth one, and can after a change of plan', async () => {
    const personId = await auth.newPerson(email);
    const createdAt = new Date();
    const ids = [];
    for (let at = 0; at < 5; at += 1) {
      const storeId = await createStore(auth.deps.prisma, { name: 'Una', plan: 'demo', createdAt });
      await createMembership(auth.deps.prisma, { personId, storeId, role: 'owner', createdAt });
      ids.push(storeId);
    }
    await signUp();
    const token = await mailedSecret(auth, email);
    await expect(complete(token, { password: PASSWORD })).rejects.toMatchObject({
      details: [{ reason: 'too_many_demo_stores' }],
    });
    await auth.deps.db.pool.query(`update store set plan = 'professional' where id = $1`, [ids[0]]);
    // The refused attempt did not use the link up.
    expect((await complete(token, { password: PASSWORD })).storeId).toMatch(/^sto_/);
  });

  test('concurrent sign-ups of one person do not exceed five stores', async () => {
    const personId = await auth.newPerson(email);
    const tokens = [];
    for (let at = 0; at < 7; at += 1) {
      await signUp({ ip: `203.0.113.${at}`, email });
      if (at < 5) tokens.push(await mailedSecret(auth, email));
      if (at === 4) auth.clock.pass(3_600_000);
      if (at >= 5) tokens.push(await mailedSecret(auth, email));
    }
    const results = await Promise.allSettled(tokens.map((token) => complete(token, { password: PASSWORD })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    const where = { personId, role: 'owner' };
    expect(await auth.deps.prisma.acrossStores.membership.count({ where })).toBe(5);
  });

  test.each([
    ['store_name', { storeName: 'A' }],
    ['store_name', { storeName: '\u202eevil' }],
    ['name', { name: ' ' }],
    ['email', { email: 'no address' }],
    ['language', { language: 'fr' }],
  ])('a sign-up with a bad %s is refused at the field', async (field, fields) => {
    await expect(signUp(fields)).rejects.toMatchObject({ details: [{ field }] });
  });

  test('requests are limited by email and address', async () => {
    const answers = [];
    for (let at = 0; at < 12; at += 1) answers.push((await signUp()).retryAfterS);
    expect(answers.slice(0, 10)).toEqual(Array(10).fill(0));
    expect(answers[10]).toBeGreaterThan(0);
    expect((await mailsOf(auth)).filter(({ to }) => to[0]!.address === email).length).toBeLessThanOrEqual(5);
  });
});
