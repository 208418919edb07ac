import type { SecretBox } from '@commerce/service-kit/crypto/secret-box.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import type { Deps } from '../deps.ts';
import { makeSigningKey, signingKeyPurpose } from '../domain/signing-key-pair.ts';
import { isMature, planRotation, retiredUntil, type RotationRules } from '../domain/signing-key.ts';
import type { Prisma } from '../store/prisma.ts';
import {
  signingKeyInsert,
  signingKeyLockAll,
  signingKeyPromoteNext,
  signingKeyReseal,
  type LockedSigningKey,
} from '../store/signing-key.ts';

type RotationDeps = Pick<Deps, 'db' | 'prisma' | 'box' | 'clock' | 'rules'>;

/**
 * Does the steps that are due: creates the first keys, rotates when the active one has signed for long enough, and encrypts
 * private keys with the current encryption key. Concurrent replicas are safe: the second one finds nothing due.
 */
export async function maintainSigningKeys({ db, prisma, box, clock, rules }: RotationDeps): Promise<void> {
  await db.transaction(async (tx) => {
    const keys = await signingKeyLockAll(tx);
    const nowMs = clock.now();
    await resealStale(prisma, keys, box);
    const plan = planRotation(keys, rules.rotation, nowMs);
    if (plan.promoteNext) await signingKeyPromoteNext(prisma, new Date(nowMs), retiredUntil(nowMs));
    if (plan.createActive) await publish(prisma, box, 'active', nowMs);
    if (plan.createNext) await publish(prisma, box, 'next', nowMs);
  });
}

/**
 * Rotates now. @returns the ids of the keys after the rotation
 * @throws Fault when the next key has not been published long enough, unless `immediately`
 */
export async function rotateSigningKeys(
  { db, prisma, box, clock, rules }: RotationDeps,
  immediately: boolean,
): Promise<{ activeKid: string; nextKid: string }> {
  return db.transaction(async (tx) => {
    const next = (await signingKeyLockAll(tx)).find((key) => key.state === 'next');
    const nowMs = clock.now();
    if (next === undefined || !(immediately || isMature(next, rules.rotation, nowMs)))
      throw tooYoung(rules.rotation);
    await signingKeyPromoteNext(prisma, new Date(nowMs), retiredUntil(nowMs));
    return { activeKid: next.kid, nextKid: await publish(prisma, box, 'next', nowMs) };
  });
}

function tooYoung({ leadMs }: RotationRules): Fault {
  const message = `The next key must have been published for ${leadMs / 1000} s.`;
  return new Fault('conflict', message, { details: [{ reason: 'next_key_too_young', message }] });
}

async function publish(
  prisma: Prisma,
  box: SecretBox,
  state: 'next' | 'active',
  nowMs: number,
): Promise<string> {
  const key = await makeSigningKey(box);
  await signingKeyInsert(prisma, { ...key, state }, new Date(nowMs));
  return key.kid;
}

async function resealStale(prisma: Prisma, keys: LockedSigningKey[], box: SecretBox): Promise<void> {
  for (const { kid, privateSealed } of keys.filter(
    (key) => key.state !== 'retired' && box.isStale(key.privateSealed),
  )) {
    const plain = box.open(privateSealed, signingKeyPurpose(kid));
    await signingKeyReseal(prisma, kid, box.seal(plain, signingKeyPurpose(kid)));
  }
}
