import { describe, expect, test } from 'vitest';
import { exportJWK, generateKeyPair } from 'jose';
import { KeySet } from '../../src/public/key-set.ts';

const { publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
const jwk = await exportJWK(publicKey);

/** Key set with the source, and its number of fetches. */
function keySet(publishedKids: () => string[]) {
  const clock = { nowMs: 1_000_000, now: () => clock.nowMs };
  const fetches: (() => void)[] = [];
  const keys = new KeySet(async () => {
    // Captures what is published when the request arrives; the test releases the response.
    const published = publishedKids();
    await new Promise<void>((resolve) => fetches.push(resolve));
    return JSON.stringify({ keys: published.map((kid) => ({ ...jwk, kid })) });
  }, clock);
  return { keys, fetches, clock };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('an unknown key id', () => {
  test('is looked up in a set fetched after it arrived, not in a running fetch', async () => {
    let published = ['old'];
    const { keys, fetches } = keySet(() => published);
    const first = keys.find('old');
    await turn();
    published = ['new', 'old'];
    const found = keys.find('new');
    fetches[0]!();
    expect(await first).toBeDefined();
    await turn();
    expect(fetches).toHaveLength(2);
    fetches[1]!();
    expect(await found).toBeDefined();
  });

  test('in many concurrent requests uses one fetch of the budget', async () => {
    let published: string[] = ['k0'];
    const { keys, fetches, clock } = keySet(() => published);
    const let0 = keys.find('k0');
    await turn();
    fetches[0]!();
    await let0;
    for (let round = 1; round <= 5; round++) {
      published = [`k${round}`];
      const crowd = Promise.all(Array.from({ length: 50 }, () => keys.find(`k${round}`)));
      await turn();
      expect(fetches).toHaveLength(round + 1);
      fetches[round]!();
      expect((await crowd).every(Boolean)).toBe(true);
    }
    // The budget is spent: made-up ids cause no more fetches for a while.
    expect(await keys.find('made-up')).toBeUndefined();
    expect(fetches).toHaveLength(6);
    clock.nowMs += 2_000;
    published = ['k6'];
    const late = keys.find('k6');
    await turn();
    fetches[6]!();
    expect(await late).toBeDefined();
  });
});
