import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listAppReviewMessages } from '../src/rpc/list-app-review-messages.ts';
import { listReviewMessages } from '../src/rpc/list-review-messages.ts';
import { postAppReviewMessage } from '../src/rpc/post-app-review-message.ts';
import { postReviewMessage } from '../src/rpc/post-review-message.ts';
import { Developers, type TestActor, type TestDeveloper } from './support/developers.ts';
import { AuthFixture } from './support/fixture.ts';
import { mailsOf } from './support/mails.ts';

let auth: AuthFixture;
let developers: Developers;
let staff: TestActor;
let colleague: TestActor;
let dev: TestDeveloper;
let own: { developerId: string; appId: string; reviewId: string };

beforeAll(async () => {
  auth = await AuthFixture.create();
  developers = new Developers(auth);
  staff = await developers.newActor('Ezequiel', true);
  colleague = await developers.newActor('Fabiana', true);
});
afterAll(() => auth.close());
beforeEach(async () => {
  dev = await developers.newDeveloper();
  const { id: appId } = await developers.newDraft(dev, { name: '<b>Mate</b>' });
  own = { developerId: dev.developerId, appId, reviewId: await developers.submit(dev, appId) };
  await mailsOf(auth);
});

const asStaff = (text: string, who = staff) =>
  developers.as(who, postReviewMessage, { reviewId: own.reviewId, text });
const asDeveloper = (text: string) => developers.as(dev, postAppReviewMessage, { ...own, text });
const seenByStaff = async () =>
  (await developers.as(staff, listReviewMessages, { reviewId: own.reviewId })).messages;
const seenByDeveloper = async () => (await developers.as(dev, listAppReviewMessages, own)).messages;

describe('conversation about a review', () => {
  test('both sides see the messages in their order; the developer does not see the names of the staff', async () => {
    await asStaff('  Falta el <i>logo</i>.\n¿Lo agregás?  ');
    await asDeveloper('Listo.');
    const messages = [
      { text: 'Falta el <i>logo</i>.\n¿Lo agregás?', fromStaff: true, authorName: 'Ezequiel' },
      { text: 'Listo.', fromStaff: false, authorName: 'Camila' },
    ];
    expect(await seenByStaff()).toMatchObject(messages);
    expect(await seenByDeveloper()).toMatchObject([{ ...messages[0], authorName: '' }, messages[1]]);
  });

  test('a message of the staff is mailed to the members of the developer, escaped, with a link to the conversation', async () => {
    await asStaff('Falta el <i>logo</i>.');
    const [mail, ...more] = await mailsOf(auth);
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      to: [{ address: dev.email }],
      subject: 'Mensaje sobre la revisión de <b>Mate</b> en Mostrador',
    });
    expect(mail!.text).toContain('Falta el <i>logo</i>.');
    expect(mail!.text).toContain(
      `https://commerce.example/developers/${own.developerId}/apps/${own.appId}/reviews`,
    );
    expect(mail!.text).not.toContain('Ezequiel');
    expect(mail!.html).toContain('Falta el &lt;i&gt;logo&lt;/i&gt;.');
    expect(mail!.html).not.toMatch(/<i>|<b>/);
  });

  test('a message of the developer is mailed to the staff who wrote about the review, and to all staff before', async () => {
    const readers = async () => (await mailsOf(auth)).map(({ to }) => to[0]!.address).toSorted();
    await asDeveloper('¿Cuánto falta?');
    expect(await readers()).toEqual([staff.email, colleague.email].toSorted());
    await asStaff('Poco.', colleague);
    await mailsOf(auth);
    await asDeveloper('Gracias.');
    const [mail, ...more] = await mailsOf(auth);
    expect([mail!.to[0]!.address, more]).toEqual([colleague.email, []]);
    expect(mail!.text).toContain(`https://commerce.example/platform/reviews/${own.reviewId}`);
    expect(mail!.text).toContain('Camila escribió');
  });

  test('a review of another app or developer does not exist', async () => {
    const other = await developers.newDeveloper();
    const { id: appId } = await developers.newDraft(other);
    for (const wrong of [
      { ...own, developerId: other.developerId },
      { ...own, developerId: other.developerId, appId },
      { ...own, reviewId: 'rev_00000000000000000000000000' },
      { ...own, reviewId: '%' },
    ]) {
      const gone = { code: 'not_found' };
      await expect(developers.as(other, listAppReviewMessages, wrong)).rejects.toMatchObject(gone);
      await expect(
        developers.as(other, postAppReviewMessage, { ...wrong, text: 'Hola' }),
      ).rejects.toMatchObject(gone);
    }
    expect(await seenByStaff()).toEqual([]);
  });

  test.each([
    ['empty', ' \n'],
    ['too long', 'x'.repeat(2_001)],
    ['unreadable', 'a\u202eb'],
  ])('a message that is %s is refused', async (_what, text) => {
    for (const post of [asStaff, asDeveloper])
      await expect(post(text)).rejects.toMatchObject({ details: [{ field: 'text' }] });
  });

  test('a review has at most 200 messages', async () => {
    await auth.deps.db.pool.query(
      `insert into review_message select 'msg_' || n, $1, $2, true, 'x', now() from generate_series(1, 200) n`,
      [own.reviewId, staff.personId],
    );
    await expect(asStaff('Otra')).rejects.toMatchObject({ details: [{ reason: 'too_many_messages' }] });
  });
});
