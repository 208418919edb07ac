import type { Clock } from '@commerce/service-kit/clock.ts';
import type { SecretBox } from '@commerce/service-kit/crypto/secret-box.ts';
import type { Database, Queryable } from '@commerce/service-kit/db/database.ts';
import { Fault } from '@commerce/service-kit/fault.ts';
import { isMature, planRotation, retiredUntil, type RotationRules } from '../domain/signing-key.ts';
import { createSigningKey } from '../store/signing-key-create.ts';
import { lockSigningKeys, type LockedSigningKey } from '../store/signing-key-lock-all.ts';
import { promoteNextSigningKey } from '../store/signing-key-promote-next.ts';
import { resealSigningKey } from '../store/signing-key-reseal.ts';
import { makeSigningKey, sealPurpose } from './make-key.ts';

/** What a rotation needs. */
export interface RotationDeps {
  database: Database;
  box: SecretBox;
  clock: Clock;
}

/**
 * Does what is due: makes the first keys, rotates when the active one has signed for long enough, seals private keys with
 * the present encryption key. Several replicas may do it at once; the second finds it done.
 */
export async function maintainSigningKeys(deps: RotationDeps, rules: RotationRules): Promise<void> {
  const { database, box, clock } = deps;
  await database.transaction(async (tx) => {
    const keys = await lockSigningKeys(tx);
    const nowMs = clock.now();
    await resealStale(tx, keys, box);
    const plan = planRotation(keys, rules, nowMs);
    if (plan.promoteNext) await promoteNextSigningKey(tx, new Date(nowMs), retiredUntil(nowMs));
    if (plan.createActive) await publish(tx, box, 'active', nowMs);
    if (plan.createNext) await publish(tx, box, 'next', nowMs);
  });
}

/**
 * Rotates now. @returns the ids of the keys after it
 * @throws Fault when the next key has not been published long enough, unless `immediately`
 */
export async function rotateSigningKey(
  deps: RotationDeps,
  rules: RotationRules,
  immediately: boolean,
): Promise<{ activeKid: string; nextKid: string }> {
  const { database, box, clock } = deps;
  return database.transaction(async (tx) => {
    const next = (await lockSigningKeys(tx)).find((key) => key.state === 'next');
    const nowMs = clock.now();
    if (next === undefined || !(immediately || isMature(next, rules, nowMs))) throw tooYoung(rules);
    await promoteNextSigningKey(tx, new Date(nowMs), retiredUntil(nowMs));
    return { activeKid: next.kid, nextKid: await publish(tx, box, 'next', nowMs) };
  });
}

function tooYoung(rules: RotationRules): Fault {
  const message = `The next key must have been published for ${rules.leadMs / 1000} s.`;
  return new Fault('conflict', message, { details: [{ reason: 'next_key_too_young', message }] });
}

async function publish(
  tx: Queryable,
  box: SecretBox,
  state: 'next' | 'active',
  nowMs: number,
): Promise<string> {
  const key = await makeSigningKey(box);
  await createSigningKey(tx, { ...key, state, at: new Date(nowMs) });
  return key.kid;
}

async function resealStale(tx: Queryable, keys: LockedSigningKey[], box: SecretBox): Promise<void> {
  for (const { kid, privateSealed } of keys.filter(
    (key) => key.state !== 'retired' && box.isStale(key.privateSealed),
  )) {
    const plain = box.open(privateSealed, sealPurpose(kid));
    await resealSigningKey(tx, kid, box.seal(plain, sealPurpose(kid)));
  }
}
