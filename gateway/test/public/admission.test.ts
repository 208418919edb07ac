import { expect, test } from 'vitest';
import { Verdict, type AdmitRequest_Item } from '@commerce/proto/commerce/auth/v1/admission.ts';
import { systemContext } from '@commerce/service-kit/context.ts';
import { deadlineIn } from '@commerce/service-kit/deadline.ts';
import type { Services } from '../../src/grpc/services.ts';
import { admissionBy } from '../../src/public/admission.ts';

const token = {
  installationId: 'ins_1',
  generation: 1,
  appId: '',
  storeId: '',
  scopes: new Set<string>(),
  expMs: 0,
};

test('auth decides about each request: no decision is used for a later one', async () => {
  let isRevoked = false;
  const admit = (_ctx: unknown, { items }: { items: AdmitRequest_Item[] }) => {
    const verdict = isRevoked ? Verdict.REFUSED : Verdict.ADMITTED;
    return Promise.resolve({ decisions: items.map(() => ({ verdict, remaining: 10 })) });
  };
  const gate = admissionBy({ admit } as unknown as Services['admission']);
  const decide = async () => (await gate.admit(systemContext('r', deadlineIn(30_000)), token)).verdict;
  expect(await decide()).toBe(Verdict.ADMITTED);
  isRevoked = true;
  expect(await decide()).toBe(Verdict.REFUSED);
});
