import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { Database } from '@commerce/service-kit/db/database.ts';
import { createTestDatabase } from '@commerce/service-kit/testing/database.ts';
import { workspaceRoot } from '../build/workspace.ts';

const folderOf = (service: string): string => path.join(workspaceRoot, 'services', service);
const schemaOf = (service: string): string => path.join(folderOf(service), 'prisma/schema.prisma');

const services = readdirSync(path.join(workspaceRoot, 'services'));

/** Tables that the service kit's own migrations create, and no service queries. */
const KIT_TABLES = [
  'bulk_job',
  'idempotency_record',
  'inbox',
  'mail_outbox',
  'outbox',
  'page_version',
  'parked_event',
  'kit_schema_migration',
  'schema_migration',
];

interface Column {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  default: string | null;
  identity: boolean;
  precision: number | null;
}

const COLUMNS = `
  select c.table_name as "table", c.column_name as "column", c.udt_name as type, c.is_nullable = 'YES' as nullable,
    c.column_default as "default", c.is_identity = 'YES' as identity, c.datetime_precision as precision
  from information_schema.columns c
  join pg_class t on t.relname = c.table_name and t.relnamespace = 'public'::regnamespace
  where c.table_schema = 'public' and t.relkind in ('r', 'p') and not t.relispartition and c.table_name <> all($1)`;

const KEYS = `
  select t.relname as "table", array_agg(a.attname::text order by k.position) as columns
  from pg_index i
  join pg_class t on t.oid = i.indrelid and t.relnamespace = 'public'::regnamespace
  join lateral unnest(i.indkey) with ordinality k (number, position) on true
  join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number
  where i.indisprimary and not t.relispartition and t.relname <> all($1)
  group by t.relname`;

const TYPES: Record<string, string> = {
  text: 'String',
  bool: 'Boolean',
  int2: 'Int @db.SmallInt',
  int4: 'Int',
  int8: 'BigInt',
  float8: 'Float',
  jsonb: 'Json',
  bytea: 'Bytes',
  date: 'DateTime @db.Date',
  uuid: 'String @db.Uuid',
};

/** A field as Prisma writes it, without its default. */
function fieldOf({ column, type, nullable, precision }: Column): string {
  const isList = type.startsWith('_');
  const scalar = isList ? type.slice(1) : type;
  const known = scalar === 'timestamptz' ? `DateTime @db.Timestamptz(${precision})` : TYPES[scalar];
  if (known === undefined) throw new Error(`no Prisma type is known for ${type}`);
  const [name, ...native] = known.split(' ');
  return [`${column}: ${name}${isList ? '[]' : nullable ? '?' : ''}`, ...native].join(' ');
}

/** The columns and primary keys of all tables, a line each. */
async function describeDatabase(database: Database): Promise<string[]> {
  const { rows: columns } = await database.pool.query<Column>(COLUMNS, [KIT_TABLES]);
  const { rows: keys } = await database.pool.query<{ table: string; columns: string[] }>(KEYS, [KIT_TABLES]);
  return [
    ...columns.map((column) => {
      const hasDefault = column.default !== null || column.identity;
      return `${column.table}.${fieldOf(column)}${hasDefault ? ' (default)' : ''}`;
    }),
    ...keys.map((key) => `${key.table} key: ${key.columns.join(', ')}`),
  ].toSorted();
}

const MODEL = /^model (\w+) \{\n([^]*?)^\}/gm;
const FIELD = /^ {2}(\w+) +(\w+(?:\[\]|\?)?)(.*)$/gm;

/** The same for a schema.prisma. */
function describeSchema(schema: string): string[] {
  const models = [...schema.matchAll(MODEL)];
  const names = new Set(models.map(([, name]) => name!));
  return models
    .flatMap(([, , body = '']) => {
      const table = /@@map\("(\w+)"\)/.exec(body)![1]!;
      const scalars = [...body.matchAll(FIELD)].filter(([, , type]) => !names.has(type!.replace(/\W+$/, '')));
      const columns = new Map(
        scalars.map(([, name, , attributes]) => [name!, /@map\("(\w+)"\)/.exec(attributes!)?.[1] ?? name!]),
      );
      const single = scalars.find(([, , , attributes]) => /@id\b/.test(attributes!))?.[1];
      const key = single ?? /@@id\(\[(.*)\]\)/.exec(body)?.[1];
      return [
        ...scalars.map(([, name, type, attributes]) => {
          const native = /@db\.\w+(\(\d+\))?/.exec(attributes!)?.[0];
          const hasDefault = /@default\b/.test(attributes!) ? ' (default)' : '';
          return `${table}.${[`${columns.get(name!)}: ${type}`, native].filter(Boolean).join(' ')}${hasDefault}`;
        }),
        ...(key === undefined
          ? []
          : [
              `${table} key: ${key
                .split(', ')
                .map((name) => columns.get(name))
                .join(', ')}`,
            ]),
      ];
    })
    .toSorted();
}

test.each(services)('schema.prisma of %s describes every table of its migrated database', async (service) => {
  const database = await createTestDatabase(pathToFileURL(`${folderOf(service)}/migrations/`));
  const described = describeSchema(readFileSync(schemaOf(service), 'utf8'));
  expect(described).toEqual(await describeDatabase(database.db));
  await database.drop();
});

const ARCHIVED = `
  select n.nspname as schema, array_agg(concat_ws(' ', t.relname, a.attname, a.atttypid::regtype, a.attnotnull) order by t.relname, a.attname) as columns
  from pg_class t join pg_namespace n on n.oid = t.relnamespace join pg_attribute a on a.attrelid = t.oid and a.attnum > 0
  where n.nspname in ('archive', 'public') and t.relkind = 'p' and not a.attisdropped
    and to_regclass(format('archive.%I', t.relname)) is not null
  group by n.nspname order by n.nspname`;

test.each(['inventory', 'orders'])(
  'the archive of %s has the columns of the tables whose partitions move there',
  async (service) => {
    const database = await createTestDatabase(pathToFileURL(`${folderOf(service)}/migrations/`));
    try {
      const { rows } = await database.db.pool.query<{ schema: string; columns: string[] }>(ARCHIVED);
      expect(rows).toEqual(['archive', 'public'].map((schema) => ({ schema, columns: rows[1]!.columns })));
    } finally {
      await database.drop();
    }
  },
);
