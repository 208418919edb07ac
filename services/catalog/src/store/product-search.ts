import { ProductStatus } from '@commerce/proto/commerce/catalog/v1/values.ts';
import type {
  FindSellableResponse_Match,
  ProductSummary,
} from '@commerce/proto/commerce/catalog/v1/back_office_search.ts';
import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement, type StoreStatement } from '@commerce/service-kit/db/statement.ts';
import type { ProductRecord } from '../domain/product.ts';
import { searchEntry } from '../domain/search.ts';
import { typeFromWord, visibilityFromWord, type ProductRow } from './product-row.ts';

const SUMMARY = `p.id, p.name, p.slug, p.sku, p.images[1] as image, p.type, p.visibility, p.is_active, p.is_draft, p.price_centavos,
  p.category_ids, p.brand_ids, p.updated_at, s.name_key,
  (select count(*)::int from variant v where v.store_id = $1 and v.product_id = p.id) as variant_count`;
/** Conditions of a search: all facets of $2, any facet of $3 and of $11, $4 to $6 for the longest words, $7 for the others. */
const MATCHES = `s.facets @> $2::text[] and s.facets && $3::text[] and s.facets && $11::text[]
  and s.words like $4 and s.words like $5 and s.words like $6 and s.words like all($7::text[])`;
/**
 * The same conditions by the index of facets alone: without a word of three letters, the index of words would be read
 * whole.
 */
const MATCHES_BY_FACETS = `s.facets @> $2::text[] and s.facets && $3::text[] and s.facets && $11::text[]
  and s.words || '' like $4 and s.words || '' like $5 and s.words || '' like $6 and s.words like all($7::text[])`;
/**
 * Rows that are read in the order of the list before matches are looked up by index. The other table is read once per
 * row (`offset 0`): another kind of join might read it whole.
 */
const WALK_ROWS = 2_000;
/** Length from which a word can use the trigram index. */
const MIN_INDEXED_LENGTH = 3;

const LISTS = {
  changed: {
    walk: storeStatement(
      'product-search-by_change-walk',
      `select ${SUMMARY}
       from (
         select * from (
           (select * from product l where l.store_id = $1 and not l.is_draft and (l.updated_at, l.id) < ($8::timestamptz, $9)
            order by l.updated_at desc, l.id desc limit ${WALK_ROWS})
           union all
           (select * from product d where d.store_id = $1 and d.is_draft and (d.updated_at, d.id) < ($8::timestamptz, $9)
            order by d.updated_at desc, d.id desc limit ${WALK_ROWS})
         ) both_kinds order by updated_at desc, id desc limit ${WALK_ROWS}
       ) p
       cross join lateral (
         select * from product_search s where s.store_id = $1 and s.product_id = p.id offset 0) s
       where ${MATCHES} order by p.updated_at desc, p.id desc limit $10`,
    ),
    find: storeStatement(
      'product-search-by_change-find',
      `with s as materialized (select s.store_id, s.product_id, s.name_key from product_search s where ${MATCHES})
       select ${SUMMARY} from s join product p on p.store_id = s.store_id and p.id = s.product_id
       where p.store_id = $1 and (p.updated_at, p.id) < ($8::timestamptz, $9)
       order by p.updated_at desc, p.id desc limit $10`,
    ),
    findByFacets: storeStatement(
      'product-search-by_change-find_by_facets',
      `with s as materialized (select s.store_id, s.product_id, s.name_key from product_search s where ${MATCHES_BY_FACETS})
       select ${SUMMARY} from s join product p on p.store_id = s.store_id and p.id = s.product_id
       where p.store_id = $1 and (p.updated_at, p.id) < ($8::timestamptz, $9)
       order by p.updated_at desc, p.id desc limit $10`,
    ),
  },
  name: {
    walk: storeStatement(
      'product-search-by_name-walk',
      `select ${SUMMARY}
       from (select * from product_search s where s.store_id = $1 and (s.name_key, s.product_id) > ($8, $9)
         order by s.name_key, s.product_id limit ${WALK_ROWS}) s
       cross join lateral (select * from product p where p.store_id = $1 and p.id = s.product_id offset 0) p
       where ${MATCHES} order by s.name_key, s.product_id limit $10`,
    ),
    find: storeStatement(
      'product-search-by_name-find',
      `with s as materialized (
         select s.store_id, s.product_id, s.name_key from product_search s
         where ${MATCHES} and (s.name_key, s.product_id) > ($8, $9)
       ), page as (select * from s where s.store_id = $1 order by s.name_key, s.product_id limit $10)
       select ${SUMMARY} from page s join product p on p.store_id = $1 and p.id = s.product_id
       order by s.name_key, s.product_id`,
    ),
    findByFacets: storeStatement(
      'product-search-by_name-find_by_facets',
      `with s as materialized (
         select s.store_id, s.product_id, s.name_key from product_search s
         where ${MATCHES_BY_FACETS} and (s.name_key, s.product_id) > ($8, $9)
       ), page as (select * from s where s.store_id = $1 order by s.name_key, s.product_id limit $10)
       select ${SUMMARY} from page s join product p on p.store_id = $1 and p.id = s.product_id
       order by s.name_key, s.product_id`,
    ),
  },
} satisfies Record<string, Record<'walk' | 'find' | 'findByFacets', StoreStatement>>;

/** Criteria of a search. */
export interface ProductQuery {
  /** Folded words, the longest first. */
  words: string[];
  /** Facets that a product must all have. */
  all: string[];
  /** Facets of which a product must have at least one; empty for no such condition. */
  any: string[];
  /** Facets of the shop that sells it, of which it must have one; empty for no such condition. */
  soldAt: string[];
}

/** A page of a search. */
export interface SearchPage {
  query: ProductQuery;
  order: keyof typeof LISTS;
  /** Sort key and id of the last product of the previous page. */
  after: [Date | string, string];
  limit: number;
}

/** A product that was found, and its key in the order by name. */
export interface FoundProduct {
  summary: ProductSummary;
  nameKey: string;
}

interface SummaryRow extends Omit<ProductRow, 'images'> {
  image: string | null;
  name_key: string;
  variant_count: number;
}

/**
 * Products of a store that match a query. Frequent matches are found by walking the list in its order, rare ones by
 * index; the walk shows which of the two a search is.
 */
export async function productSearch(
  db: Queryable,
  storeId: string,
  page: SearchPage,
): Promise<FoundProduct[]> {
  const { walk, find, findByFacets } = LISTS[page.order];
  const values = valuesOf(storeId, page);
  const walked = await db.rows<SummaryRow>(walk, values);
  if (walked.length === page.limit) return walked.map(foundFromRow);
  const isIndexed = page.query.words.some((word) => word.length >= MIN_INDEXED_LENGTH);
  return (await db.rows<SummaryRow>(isIndexed ? find : findByFacets, values)).map(foundFromRow);
}

function valuesOf(
  storeId: string,
  { query: { words, all, any, soldAt }, after, limit }: SearchPage,
): unknown[] {
  const patterns = words.map((word) => `%${word.replaceAll(/[\\%_]/g, (special) => `\\${special}`)}%`);
  const [first = '%', second = '%', third = '%', ...others] = patterns;
  // Every product of the store has its id as a facet.
  const anyOf = (facets: string[]) => (facets.length > 0 ? facets : [storeId]);
  const filters = [[storeId, ...all], anyOf(any), first, second, third, others];
  return [storeId, ...filters, ...after, limit, anyOf(soldAt)];
}

function foundFromRow(row: SummaryRow): FoundProduct {
  const summary = {
    id: row.id,
    name: row.name,
    slug: row.slug,
    sku: row.sku ?? undefined,
    image: row.image ?? undefined,
    type: typeFromWord(row.type),
    status: row.is_draft
      ? ProductStatus.DRAFT
      : row.is_active
        ? ProductStatus.ACTIVE
        : ProductStatus.INACTIVE,
    visibility: visibilityFromWord(row.visibility),
    priceCentavos: row.price_centavos,
    variantCount: row.variant_count,
    categoryIds: row.category_ids,
    brandIds: row.brand_ids,
    updatedAtMs: row.updated_at.getTime(),
  };
  return { summary, nameKey: row.name_key };
}

/** Maximum number of matches of a code. */
const MAX_MATCHES = 20;

// Codes are looked up in the filters of listed products, which contain those of variants too.
const FIND_BY_CODE = storeStatement(
  'product-find-by_code',
  `select p.id as product_id, p.name as product_name, p.type, p.sku as product_sku, p.barcode as product_barcode,
     p.images[1] as product_image, v.id as variant_id, v.name as variant_name, v.sku, v.barcode, v.images[1] as image
   from (
     select f.product_id as id from product_filter f where f.store_id = $1 and f.filter = 'sku' and f.value = $2
     union select f.product_id from product_filter f where f.store_id = $1 and f.filter = 'barcode' and f.value = $2
   ) c
   join product p on p.store_id = $1 and p.id = c.id
   left join variant v on v.store_id = $1 and v.product_id = p.id and v.is_active and (v.sku = $2 or v.barcode = $2)
   where p.is_active and not p.is_draft and (v.id is not null or p.sku = $2 or p.barcode = $2)
   order by p.id, v.position limit ${MAX_MATCHES}`,
);

interface CodeRow {
  product_id: string;
  product_name: string;
  type: string;
  product_sku: string | null;
  product_barcode: string | null;
  product_image: string | null;
  variant_id: string | null;
  variant_name: string | null;
  sku: string | null;
  barcode: string | null;
  image: string | null;
}

/** Active products and variants of a store that have a SKU or barcode. */
export async function productFindByCode(
  db: Queryable,
  storeId: string,
  code: string,
): Promise<FindSellableResponse_Match[]> {
  return (await db.rows<CodeRow>(FIND_BY_CODE, [storeId, code])).map(matchFromRow);
}

function matchFromRow(row: CodeRow): FindSellableResponse_Match {
  const isVariant = row.variant_id !== null;
  return {
    productId: row.product_id,
    variantId: row.variant_id ?? undefined,
    productName: row.product_name,
    variantName: row.variant_name ?? '',
    sku: (isVariant ? row.sku : row.product_sku) ?? undefined,
    barcode: (isVariant ? row.barcode : row.product_barcode) ?? undefined,
    image: row.image ?? row.product_image ?? undefined,
    type: typeFromWord(row.type),
  };
}

// Most changes are of prices and do not touch the entry.
const UPSERT = storeStatement(
  'product_search-upsert-many',
  `insert into product_search as s (store_id, product_id, words, name_key, facets)
   select $1, r.product_id, r.words, r.name_key, r.facets
   from json_to_recordset($2) as r (product_id text, words text, name_key text, facets text[])
   on conflict (store_id, product_id) do update set
     words = excluded.words, name_key = excluded.name_key, facets = excluded.facets
   where s.store_id = $1 and (s.words, s.name_key, s.facets) is distinct from (excluded.words, excluded.name_key, excluded.facets)`,
);

/** Writes the search entries of products. */
export async function productSearchSaveMany(
  tx: Queryable,
  storeId: string,
  records: ProductRecord[],
): Promise<void> {
  const rows = records.map((record) => {
    const { words, nameKey, facets } = searchEntry(record);
    return { product_id: record.product.id, words, name_key: nameKey, facets };
  });
  await tx.rows(UPSERT, [storeId, JSON.stringify(rows)]);
}
