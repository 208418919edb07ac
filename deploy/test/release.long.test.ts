import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { randomPort } from '@commerce/service-kit/testing/ports.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '@commerce/service-kit/testing/until.ts';
import { describeWith } from '../../test/support/describe-with.ts';
import { run, type Ran } from '../../test/support/tools.ts';
import { digestValues } from '../release/digest-values.ts';
import { currentVersion } from '../release/guards.ts';
import { releaseTools, type ReleaseTools } from '../release/tools.ts';
import { packagesIn, packagesOf, unpacked, versionIn } from './support/image-packages.ts';
import { RELEASE_BUILDER, ReleaseCheckout } from './support/release-checkout.ts';

// Images are made by a stand-in that needs no root; docs/testing.md describes how to build them in this test.
const tools = await releaseTools();
const NEXT = '98.76.54';
const IMAGES = [
  'auth',
  'catalog',
  'pricing',
  'inventory',
  'orders',
  'customers',
  'webhooks',
  'gateway',
  'demo',
];

describeWith('a release tool', 'missing' in tools ? tools.missing : undefined, 'a release', () => {
  const { cosign, crane, helm } = tools as ReleaseTools;
  const checkout = new ReleaseCheckout();
  const output = path.join(checkout.root, 'release', NEXT);
  const verification = ['--key', checkout.publicKey, '--private-infrastructure'];
  const verify = (file: string, signature = `${file}.sig`): Promise<Ran> =>
    run(cosign, ['verify-blob', ...verification, '--signature', signature, file], { cwd: output });

  beforeAll(() => checkout.make(cosign));
  afterAll(() => rmSync(checkout.folder, { recursive: true, force: true }));

  test('refusals are one sentence each and change nothing', async () => {
    const current = currentVersion();
    const before = checkout.state();
    const refused = async (
      args: string[],
      message: string,
      env: Record<string, string | undefined> = checkout.key,
    ): Promise<void> =>
      expect(await checkout.release(args, env)).toEqual({
        code: 1,
        output: expect.stringMatching(new RegExp(`^${message}`)) as string,
      });
    await refused(['1.2'], '"1.2" is not a version such as 1.2.3 or 1.2.3-rc.1 .*\n$');
    await refused([current], `${current} is not higher than the current version, ${current}.\n$`);
    await refused([NEXT, 'more'], 'Unknown argument: more.\n$');
    await refused([NEXT, '--force'], "Unknown option '--force'");
    await refused(
      [NEXT],
      'COSIGN_PRIVATE_KEY is not set; docs/releasing.md describes how to make a key.\n$',
      {},
    );
    await refused([NEXT], 'cosign public-key failed:\n.*decryption failed', {
      ...checkout.key,
      COSIGN_PASSWORD: 'wrong',
    });
    checkout.git('tag', `v${NEXT}`);
    await refused([NEXT], `The tag v${NEXT} exists already.\n$`);
    checkout.git('tag', '--delete', `v${NEXT}`);
    appendFileSync(path.join(checkout.root, 'README.md'), 'One more line.\n');
    await refused([NEXT], 'The working tree has changes; commit or stash them first:\nM README.md\n$');
    checkout.git('restore', 'README.md');
    expect(checkout.state()).toEqual(before);
    writeFileSync(
      path.join(checkout.root, 'UPGRADING.md'),
      '# Upgrading\n\n## Unreleased\n\n## 0.1.0 — 2026-11-01\n\n- A step.\n',
    );
    checkout.git('commit', '--quiet', '--all', '--message', 'no notes');
    await refused([NEXT], 'UPGRADING.md has no text under "## Unreleased"; ');
    checkout.git('reset', '--quiet', '--hard', 'HEAD~1');
  });

  test.skipIf(RELEASE_BUILDER !== undefined)(
    'a step that fails leaves the tree, the commits and the outputs as they were',
    async () => {
      const before = checkout.state();
      const { code, output: printed } = await checkout.release([NEXT], {
        ...checkout.key,
        FAIL_IMAGE: 'orders',
      });
      expect(printed).toMatch(
        /no space left on device\ncommerce-platform\/orders:98\.76\.54 could not be built\./,
      );
      expect(code).toBe(1);
      expect(checkout.state()).toEqual(before);
    },
  );

  describe('that succeeds', () => {
    let registry: ChildProcess;
    let prefix: string;

    beforeAll(async () => {
      const port = await randomPort();
      prefix = `127.0.0.1:${port}/mostrador`;
      registry = spawn(crane, ['registry', 'serve', '--address', `127.0.0.1:${port}`], { stdio: 'ignore' });
      const answers = (): Promise<boolean> =>
        fetch(`http://127.0.0.1:${port}/v2/`).then(
          ({ ok }) => ok,
          () => false,
        );
      await until(answers, 'the registry answers');
      const released = await checkout.release([NEXT, '--push', prefix]);
      expect(released.output).toContain(`git push --atomic origin HEAD v${NEXT}`);
      expect(released.code).toBe(0);
    });
    afterAll(() => registry.kill());

    test('is one commit with a tag: version, notes, renderings and the protocol', () => {
      expect(checkout.state()).toMatchObject({ changes: '', tags: `v${NEXT}`, hasOutputs: true });
      expect(checkout.git('rev-parse', 'HEAD')).toBe(checkout.git('rev-parse', `v${NEXT}^{commit}`));
      expect(checkout.git('log', '-1', '--format=%s')).toBe(`release: ${NEXT}`);
      expect(JSON.parse(checkout.git('show', 'HEAD:services/auth/package.json'))).toMatchObject({
        version: NEXT,
      });
      expect(checkout.git('show', 'HEAD:charts/commerce-platform/examples/trial.golden.yaml')).toContain(
        `image: commerce-platform/auth:${NEXT}\n`,
      );
      for (const file of ['CHANGELOG.md', 'UPGRADING.md'])
        expect(checkout.git('show', `HEAD:${file}`)).toMatch(
          /^## Unreleased\n\n## 98\.76\.54 — \d{4}-\d\d-\d\d\n\n- A change\.\n/m,
        );
      const changed = checkout.git('diff', '--name-only', 'HEAD~1', 'HEAD').split('\n');
      expect(
        changed.filter(
          (file) =>
            !/package\.json$|^charts\/|^(CHANGELOG|UPGRADING)\.md$|^proto\/released\.binpb$/.test(file),
        ),
      ).toEqual([]);
    });

    test('has an archive and an SBOM per image and two chart packages with values, all in SHA256SUMS', async () => {
      const files = [
        ...IMAGES.flatMap((image) => [`images/${image}.oci.tar`, `sboms/${image}.cdx.json`]),
        ...['commerce-platform', 'service'].map((chart) => `charts/${chart}-${NEXT}.tgz`),
        ...['digests', 'nats', 'production', 'trial'].map((name) => `charts/values-${name}.yaml`),
        'cosign.pub',
        'images.txt',
      ];
      const sums = readFileSync(path.join(output, 'SHA256SUMS'), 'utf8').trim().split('\n');
      expect(sums.map((line) => line.split('  ')[1]!).toSorted()).toEqual(files.toSorted());
      expect(await run('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: output })).toEqual({
        code: 0,
        output: '',
      });
      expect(readFileSync(path.join(output, 'cosign.pub'))).toEqual(readFileSync(checkout.publicKey));
    });

    test('every file has a signature that its key verifies, and a changed byte is refused', async () => {
      const files = globSync(['*', '*/*'], { cwd: output }).filter(
        (file) => /\.\w+$|SUMS$/.test(file) && !file.endsWith('.sig'),
      );
      expect(files).toHaveLength(2 * IMAGES.length + 9);
      for (const file of files)
        expect(await verify(file)).toMatchObject({
          code: 0,
          output: expect.stringContaining('Verified OK') as string,
        });
      for (const file of [
        'images/auth.oci.tar',
        'sboms/auth.cdx.json',
        `charts/service-${NEXT}.tgz`,
        'SHA256SUMS',
      ]) {
        const bytes = readFileSync(path.join(output, file));
        const middle = Math.floor(bytes.length / 2);
        bytes[middle] = bytes[middle]! ^ 1;
        writeFileSync(path.join(checkout.folder, 'changed'), bytes);
        expect(await verify(path.join(checkout.folder, 'changed'), `${file}.sig`)).toMatchObject({ code: 1 });
      }
    });

    test.each(IMAGES)('the SBOM of %s lists the packages that its image contains', (image) => {
      const listed = packagesOf(path.join(output, 'sboms', `${image}.cdx.json`));
      const root = unpacked(
        path.join(output, 'images', `${image}.oci.tar`),
        path.join(checkout.folder, image),
      );
      const directory = { gateway: 'gateway', demo: 'test/cluster/pod' }[image] ?? `services/${image}`;
      const present = packagesIn(root, path.join(checkout.root, directory, 'dist'));
      if (image === 'gateway')
        present.push(`react-dom@${versionIn(path.join(checkout.root, 'web/node_modules/react-dom'))}`);
      expect(present.length).toBeGreaterThan(20);
      expect(present.filter((each) => !listed.has(each))).toEqual([]);
      rmSync(root, { recursive: true, force: true });
    });

    test('pushed images and charts are signed by digest, and images have their SBOM as an attestation', async () => {
      const digests = new Map(
        readFileSync(path.join(output, 'images.txt'), 'utf8')
          .trim()
          .split('\n')
          .map((line) => line.split('  ').toReversed() as [string, string]),
      );
      expect([...digests.keys()]).toEqual(IMAGES);
      expect(readFileSync(path.join(output, 'charts/values-digests.yaml'), 'utf8')).toBe(
        digestValues(digests),
      );
      for (const image of ['gateway', 'demo']) {
        const reference = `${prefix}/${image}@${digests.get(image)}`;
        expect((await run(crane, ['digest', `${prefix}/${image}:${NEXT}`])).output.trim()).toBe(
          digests.get(image),
        );
        expect(await run(cosign, ['verify', ...verification, reference])).toMatchObject({ code: 0 });
        const attested = await run(cosign, [
          'verify-attestation',
          ...verification,
          '--type',
          'cyclonedx',
          reference,
        ]);
        expect(attested).toMatchObject({ code: 0 });
      }
      const chart = `${prefix}/charts/commerce-platform:${NEXT}`;
      expect(await run(cosign, ['verify', ...verification, chart])).toMatchObject({ code: 0 });
      const shown = await run(helm, [
        'show',
        'chart',
        `oci://${prefix}/charts/commerce-platform`,
        '--version',
        NEXT,
        '--plain-http',
      ]);
      expect(shown.output).toContain(`appVersion: ${NEXT}`);
      const changed = `${prefix}/gateway:changed`;
      const mutation = ['mutate', `${prefix}/gateway:${NEXT}`, '--label=changed=yes', `--tag=${changed}`];
      expect(await run(crane, mutation)).toMatchObject({ code: 0 });
      expect((await run(cosign, ['verify', ...verification, changed])).output).toContain(
        'no signatures found',
      );
    });
  });
});
