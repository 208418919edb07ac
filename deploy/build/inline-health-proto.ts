import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'esbuild';

const reading = "loadSync)('health/v1/health.proto',";

interface Protobuf {
  loadSync(file: string): { toJSON(): object };
}

/**
 * `grpc-health-check` reads its contract from a file next to it on load, which a bundle does not have: this plugin inlines
 * the contract. Throws when the package no longer looks as expected.
 */
export const inlineHealthProto: Plugin = {
  name: 'inline-health-proto',
  setup(build) {
    build.onLoad({ filter: /grpc-health-check\/build\/src\/health\.js$/ }, async ({ path: file }) => {
      const source = await readFile(file, 'utf8');
      if (!source.includes(reading)) throw new Error(`${file}: the code that reads its contract has changed`);
      const loader = createRequire(file).resolve('@grpc/proto-loader');
      const protobuf = createRequire(loader)('protobufjs') as Protobuf;
      const contract = protobuf.loadSync(path.resolve(file, '../../../proto/health/v1/health.proto'));
      const inlined = `fromJSON)(${JSON.stringify(contract.toJSON())},`;
      return { contents: source.replace(reading, () => inlined), loader: 'js' };
    });
  },
};
