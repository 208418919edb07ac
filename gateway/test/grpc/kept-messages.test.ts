import fc from 'fast-check';
import { expect, test } from 'vitest';
import { VersionPage } from '@commerce/proto/commerce/common/v1/resource.ts';
import { KeptMessages } from '../../src/grpc/kept-messages.ts';

const UPDATED_AT = 40;

type BinaryWriter = ReturnType<typeof VersionPage.encode>;

/** Wire types of protobuf. */
const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

/** Adds a field of any type to a message. */
type AddField = (writer: BinaryWriter, field: number) => void;

const fields = fc.array(
  fc.tuple(
    fc.integer({ min: 2, max: 3_000 }).filter((field) => field !== UPDATED_AT),
    fc.oneof(
      fc.maxSafeNat().map(
        (value): AddField =>
          (writer, field) =>
            writer.uint32(tag(field, VARINT)).int64(value),
      ),
      fc.uint8Array({ maxLength: 300 }).map(
        (value): AddField =>
          (writer, field) =>
            writer.uint32(tag(field, BYTES)).bytes(value),
      ),
      fc.double().map(
        (value): AddField =>
          (writer, field) =>
            writer.uint32(tag(field, FIXED64)).double(value),
      ),
      fc.float().map(
        (value): AddField =>
          (writer, field) =>
            writer.uint32(tag(field, FIXED32)).float(value),
      ),
    ),
  ),
);

const tag = (field: number, type: number): number => field * 8 + type;

function encode(
  id: string,
  before: [number, AddField][],
  updatedAtMs: number | undefined,
  after: [number, AddField][],
) {
  // Its first field is a string, as the ID is.
  const writer = VersionPage.encode({ versions: id, nextPageToken: Buffer.of() });
  for (const [field, add] of before) add(writer, field);
  if (updatedAtMs !== undefined) writer.uint32(tag(UPDATED_AT, VARINT)).int64(updatedAtMs);
  for (const [field, add] of after) add(writer, field);
  return Buffer.from(writer.finish());
}

const keep = (message: Buffer) => new KeptMessages(1_000_000).keep('sto_a', message, 1, UPDATED_AT).kept;

test('the version of a message is found between fields of all types', () => {
  fc.assert(
    fc.property(fields, fc.maxSafeNat(), fields, (before, updatedAtMs, after) => {
      expect(keep(encode('ord_1', before, updatedAtMs, after)).updatedAtMs).toBe(updatedAtMs);
      expect(keep(encode('ord_1', before, undefined, after)).updatedAtMs).toBe(0);
    }),
  );
});

test('a message that ends within a field is refused', () => {
  const version = encode('ord_1', [], 1_764_000_000_000, []);
  const text = encode(
    'ord_1',
    [[2, (writer, field) => writer.uint32(tag(field, BYTES)).string('text')]],
    undefined,
    [],
  );
  for (const message of [version, text]) expect(() => keep(message.subarray(0, -1))).toThrow(RangeError);
});
