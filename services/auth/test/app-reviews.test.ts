import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AppStatus, ReviewKind, ReviewState, type AppFields } from '@commerce/proto/commerce/auth/v1/apps.ts';
import { approveReview } from '../src/rpc/approve-review.ts';
import { getApp } from '../src/rpc/get-app.ts';
import { getAuthorizingApp } from '../src/rpc/get-authorizing-app.ts';
import { getReview } from '../src/rpc/get-review.ts';
import { listAppReviews } from '../src/rpc/list-app-reviews.ts';
import { listReviews } from '../src/rpc/list-reviews.ts';
import { listStoreInstallations } from '../src/rpc/list-store-installations.ts';
import { rejectReview } from '../src/rpc/reject-review.ts';
import { suspendApp } from '../src/rpc/suspend-app.ts';
import { updateApp } from '../src/rpc/update-app.ts';
import { withdrawReview } from '../src/rpc/withdraw-review.ts';
import { Developers, FIELDS, WEBHOOK_URL, type TestActor, type TestDeveloper } from './support/developers.ts';
import { AuthFixture } from './support/fixture.ts';

let auth: AuthFixture;
let developers: Developers;
let staff: TestActor;
let dev: TestDeveloper;
let appId: string;

beforeAll(async () => {
  auth = await AuthFixture.create();
  developers = new Developers(auth);
  staff = await developers.newActor('Ezequiel', true);
});
afterAll(() => auth.close());
beforeEach(async () => {
  dev = await developers.newDeveloper();
  appId = (await developers.newDraft(dev)).id;
});

const get = () => developers.as(dev, getApp, { developerId: dev.developerId, appId });
const update = (changed: Partial<AppFields>) =>
  developers.as(dev, updateApp, { developerId: dev.developerId, appId, fields: { ...FIELDS, ...changed } });
const withdraw = () => developers.as(dev, withdrawReview, { developerId: dev.developerId, appId });
const approve = (reviewId: string, reason = '') => developers.as(staff, approveReview, { reviewId, reason });
const reject = (reviewId: string, reason: string) => developers.as(staff, rejectReview, { reviewId, reason });
const show = async (reviewId: string) => (await developers.as(staff, getReview, { reviewId })).review!;
const conflict = (reason: string) => ({ code: 'conflict', details: [{ reason }] });
const publish = async () => approve(await developers.submit(dev, appId));
const requestableScopes = async () => (await auth.call(getAuthorizingApp, { clientId: appId })).app!.scopes;

describe('first review of an app', () => {
  test('the review shows every field, and its approval publishes the app', async () => {
    const id = await developers.submit(dev, appId);
    expect((await get()).app).toMatchObject({ status: AppStatus.IN_REVIEW, inReview: true });
    const review = await show(id);
    expect(review).toMatchObject({
      appId,
      kind: ReviewKind.PUBLICATION,
      state: ReviewState.OPEN,
      note: 'Primera versión.',
      submittedByName: 'Camila',
    });
    expect(review.changes.map(({ field }) => field)).toEqual([
      'name',
      'description',
      'logo_url',
      'scopes',
      'redirect_uris',
      'install_url',
      'webhook_url',
      'support_url',
      'support_email',
    ]);
    expect(review.changes.find(({ field }) => field === 'webhook_url')!.after).toEqual([WEBHOOK_URL]);
    const decided = (await approve(id, 'Bienvenidos.')).review!;
    expect(decided).toMatchObject({ state: ReviewState.APPROVED, decidedByName: 'Ezequiel' });
    const { app, lastReview } = await get();
    expect(app).toMatchObject({ status: AppStatus.PUBLISHED, inReview: false, fields: FIELDS });
    expect(lastReview).toMatchObject({
      state: ReviewState.APPROVED,
      reason: 'Bienvenidos.',
      decidedByName: '',
    });
  });

  test('an app without a webhook URL cannot be submitted', async () => {
    await expect(developers.submit(dev, appId, '')).rejects.toMatchObject(conflict('webhook_required'));
    expect((await get()).app!.status).toBe(AppStatus.DRAFT);
  });

  test('an app in review can neither be submitted again nor changed', async () => {
    await developers.submit(dev, appId);
    await expect(developers.submit(dev, appId)).rejects.toMatchObject(conflict('in_review'));
    await expect(update({ description: 'Otra' })).rejects.toMatchObject(conflict('in_review'));
    await update({});
    await withdraw();
    expect((await update({ description: 'Otra' })).app).toMatchObject({ status: AppStatus.DRAFT });
    await expect(withdraw()).rejects.toMatchObject(conflict('not_in_review'));
  });

  test('a rejection shows its reason, and the next review shows the changes since', async () => {
    const first = await developers.submit(dev, appId);
    await expect(reject(first, ' ')).rejects.toMatchObject({ code: 'invalid_request' });
    await reject(first, 'La descripción no dice nada.');
    const { app, lastReview } = await get();
    expect(app!.status).toBe(AppStatus.REJECTED);
    expect(lastReview).toMatchObject({ state: ReviewState.REJECTED, reason: 'La descripción no dice nada.' });
    await update({ description: 'Sincroniza tu stock.' });
    const second = await show(await developers.submit(dev, appId));
    expect(second.changes).toEqual([
      { field: 'description', before: [FIELDS.description], after: ['Sincroniza tu stock.'] },
    ]);
    expect(second.proposed.map(({ field }) => field)).toContain('redirect_uris');
  });

  test('concurrent decisions decide a review once', async () => {
    const id = await developers.submit(dev, appId);
    const results = await Promise.allSettled([approve(id), reject(id, 'No.'), approve(id)]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(approve(id)).rejects.toMatchObject(conflict('not_open'));
  });

  test('a withdrawn review cannot be approved', async () => {
    const id = await developers.submit(dev, appId);
    await withdraw();
    await expect(approve(id)).rejects.toMatchObject(conflict('not_open'));
    expect((await get()).app!.status).toBe(AppStatus.DRAFT);
  });

  test('a suspended app can neither be submitted nor approved', async () => {
    const id = await developers.submit(dev, appId);
    await auth.call(suspendApp, { appId });
    await expect(approve(id)).rejects.toMatchObject(conflict('suspended'));
    await withdraw();
    await expect(developers.submit(dev, appId)).rejects.toMatchObject(conflict('suspended'));
  });

  test('an unknown review is not found', async () => {
    for (const id of ['', 'rev_x', appId])
      await expect(approve(id)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('published app', () => {
  beforeEach(publish);

  test('a change of scopes and of what merchants see takes effect with its approval', async () => {
    const wanted = {
      name: 'Mi app 2',
      description: 'Nueva',
      logoUrl: 'https://app.example/2.png',
      scopes: ['read_products', 'read_stock'],
    };
    const { app } = await update({ ...wanted, redirectUris: ['https://app.example/2'] });
    expect(app).toMatchObject({
      status: AppStatus.PUBLISHED,
      fields: { ...FIELDS, redirectUris: ['https://app.example/2'] },
      change: wanted,
    });
    expect(await requestableScopes()).toEqual(['read_products']);
    const id = await developers.submit(dev, appId);
    expect(await requestableScopes()).toEqual(['read_products']);
    expect(await show(id)).toMatchObject({
      kind: ReviewKind.CHANGE,
      changes: [
        { field: 'name', before: ['Mi app'], after: ['Mi app 2'] },
        { field: 'description', before: [FIELDS.description], after: ['Nueva'] },
        { field: 'logo_url' },
        { field: 'scopes', before: ['read_products'], after: ['read_products', 'read_stock'] },
        { field: 'redirect_uris' },
      ],
    });
    await approve(id);
    expect(await requestableScopes()).toEqual(['read_products', 'read_stock']);
    const approved = (await get()).app!;
    expect(approved).toMatchObject({ fields: wanted, inReview: false });
    expect(approved.change).toBeUndefined();
  });

  test('other fields can be changed while the change is in review', async () => {
    await update({ name: 'Otra' });
    const id = await developers.submit(dev, appId);
    await expect(update({ name: 'Otra más' })).rejects.toMatchObject(conflict('in_review'));
    const { app } = await update({ name: 'Otra', redirectUris: ['https://app.example/new'] });
    expect(app!.fields).toMatchObject({ name: 'Mi app', redirectUris: ['https://app.example/new'] });
    await approve(id);
    expect((await get()).app!.fields).toMatchObject({
      name: 'Otra',
      redirectUris: ['https://app.example/new'],
    });
  });

  test('a rejected change leaves the app published and can be fixed', async () => {
    await update({ scopes: ['read_products', 'write_products'] });
    await reject(await developers.submit(dev, appId), 'No hace falta escribir.');
    const { app, lastReview } = await get();
    expect(app).toMatchObject({ status: AppStatus.PUBLISHED, inReview: false });
    expect(app!.change!.scopes).toEqual(['read_products', 'write_products']);
    expect(lastReview!.reason).toBe('No hace falta escribir.');
    expect((await update({})).app!.change).toBeUndefined();
    await expect(developers.submit(dev, appId)).rejects.toMatchObject(conflict('nothing_to_review'));
  });

  test('a removal of scopes takes effect at once', async () => {
    await update({ scopes: ['read_products', 'read_stock'] });
    await approve(await developers.submit(dev, appId));
    await update({ scopes: ['read_stock'] });
    expect(await requestableScopes()).toEqual(['read_stock']);
    expect((await get()).app!.change).toBeUndefined();
  });

  test('a change of an app published without a review is compared with the version in force', async () => {
    await auth.deps.db.pool.query('delete from app_review where app_id = $1', [appId]);
    await update({ scopes: ['read_products', 'read_stock'] });
    const review = await show(await developers.submit(dev, appId));
    expect(review.changes).toEqual([
      { field: 'scopes', before: ['read_products'], after: ['read_products', 'read_stock'] },
    ]);
  });
});

test('a store keeps the scopes that it granted until its owner authorizes again', async () => {
  await publish();
  const app = { id: appId, secret: 'sk_test', developerId: dev.developerId };
  await auth.deps.db.pool.query(
    `insert into client_secret (app_id, secret_hash, created_at) values ($1, sha256('sk_test'), now())`,
    [appId],
  );
  const store = await auth.newStore();
  const granted = async () =>
    (await auth.call(listStoreInstallations, { storeIds: [store.id] })).installations[0]!.scopes;
  await auth.install(app, store, await requestableScopes());
  await update({ scopes: ['read_products', 'read_stock'] });
  await approve(await developers.submit(dev, appId));
  expect(await granted()).toEqual(['read_products']);
  await auth.install(app, store, await requestableScopes());
  expect(await granted()).toEqual(['read_products', 'read_stock']);
});

describe('lists of reviews', () => {
  test('open reviews are listed oldest first, decided ones newest first', async () => {
    const [second] = [await developers.newDraft(dev)];
    const oldest = await developers.submit(dev, appId);
    await new Promise((resolve) => setTimeout(resolve, 2));
    const newest = await developers.submit(dev, second.id);
    const all = async (decided: boolean) => {
      const ids: string[] = [];
      let pageToken: Uint8Array = Buffer.alloc(0);
      do {
        const request = { decided, limit: 3, pageToken: Buffer.from(pageToken) };
        const page = await developers.as(staff, listReviews, request);
        ids.push(...page.reviews.map(({ id }) => id));
        pageToken = page.nextPageToken;
      } while (pageToken.length > 0);
      return ids;
    };
    expect((await all(false)).slice(-2)).toEqual([oldest, newest]);
    await approve(oldest);
    await reject(newest, 'No.');
    expect((await all(true)).slice(0, 2)).toEqual([newest, oldest]);
    expect(await all(false)).not.toContain(oldest);
  });

  test('the reviews of an app are listed to its own developer only', async () => {
    await reject(await developers.submit(dev, appId), 'No.');
    await new Promise((resolve) => setTimeout(resolve, 2));
    await developers.submit(dev, appId);
    const request = { developerId: dev.developerId, appId, limit: 10, pageToken: Buffer.alloc(0) };
    const { reviews } = await developers.as(dev, listAppReviews, request);
    expect(reviews.map(({ state }) => state)).toEqual([ReviewState.OPEN, ReviewState.REJECTED]);
    expect(reviews[1]!.decidedByName).toBe('');
    const other = await developers.newDeveloper();
    const ofOther = { ...request, developerId: other.developerId };
    await expect(developers.as(other, listAppReviews, ofOther)).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});
