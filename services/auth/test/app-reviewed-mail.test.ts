import { afterAll, beforeAll, expect, test } from 'vitest';
import { approveReview } from '../src/rpc/approve-review.ts';
import { rejectReview } from '../src/rpc/reject-review.ts';
import { Developers, type TestActor } from './support/developers.ts';
import { AuthFixture } from './support/fixture.ts';
import { mailsOf } from './support/mails.ts';

let auth: AuthFixture;
let developers: Developers;
let staff: TestActor;

beforeAll(async () => {
  auth = await AuthFixture.create();
  developers = new Developers(auth);
  staff = await developers.newActor('Ezequiel', true);
});
afterAll(() => auth.close());

test('each member of the developer receives the decision in their own language, with the reason and a link to the app', async () => {
  const dev = await developers.newDeveloper();
  const english = await developers.newActor('Zoe');
  const createdAt = new Date();
  await auth.deps.prisma.acrossStores.developerMember.create({
    data: { personId: english.personId, developerId: dev.developerId, createdAt },
  });
  await auth.deps.db.pool.query(`update person set language = 'en' where id = $1`, [english.personId]);
  const app = await developers.newDraft(dev, { name: '<b>Mate</b>' });
  const reviewId = await developers.submit(dev, app.id);
  await developers.as(staff, rejectReview, { reviewId, reason: 'Falta la <i>descripción</i>.' });

  const sent = await mailsOf(auth);
  expect(sent.map(({ to, subject }) => [to[0]!.address, subject])).toEqual(
    expect.arrayContaining([
      [dev.email, 'No aprobamos <b>Mate</b> en Mostrador'],
      [english.email, 'Mostrador did not approve <b>Mate</b>'],
    ]),
  );
  expect(sent).toHaveLength(2);
  for (const { text, html } of sent) {
    expect(text).toContain('Falta la <i>descripción</i>.');
    expect(text).toContain(`https://commerce.example/developers/${dev.developerId}/apps/${app.id}`);
    expect(html).toContain('&lt;b&gt;Mate&lt;/b&gt;');
    expect(html).not.toContain('<i>');
  }
});

test('an approval is mailed; a refused decision is not', async () => {
  const dev = await developers.newDeveloper();
  const app = await developers.newDraft(dev);
  const reviewId = await developers.submit(dev, app.id);
  await expect(developers.as(staff, rejectReview, { reviewId, reason: '' })).rejects.toBeDefined();
  expect(await mailsOf(auth)).toEqual([]);
  await developers.as(staff, approveReview, { reviewId, reason: '' });
  const [mail, ...more] = await mailsOf(auth);
  expect(mail!.subject).toBe('Aprobamos Mi app en Mostrador');
  expect(mail!.text).not.toContain('Mensaje');
  expect(more).toEqual([]);
});
