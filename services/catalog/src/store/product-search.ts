import type { Queryable } from '@commerce/service-kit/db/database.ts';
import { storeStatement, type StoreStatement } from '@commerce/service-kit/db/statement.ts';

const SUMMARY = `p.id, p.name, p.slug, p.sku, p.images[1] as image, p.type, p.visibility, p.is_active, p.is_draft, p.price_centavos,
  p.category_ids, p.brand_ids, p.updated_at, s.name_key,
  (select count(*)::int from variant v where v.store_id = p.store_id and v.product_id = p.id) as variant_count`;

/** $2 are facets of which a product has all, $3 those of which it has any; $4 to $6 the longest words, $7 the others. */
const MATCHES = `s.facets @> $2::text[] and s.facets && $3::text[]
  and s.words like $4 and s.words like $5 and s.words like $6 and s.words like all($7::text[])`;

/** The same by the index of facets alone: looked for by no word of three letters, that of words would be read whole. */
const MATCHES_BY_FACETS = `s.facets @> $2::text[] and s.facets && $3::text[]
  and s.words || '' like $4 and s.words || '' like $5 and s.words || '' like $6 and s.words like all($7::text[])`;

/**
 * Rows that are looked at in the order of the list before matches are looked for by their index. Each has its other half looked up
 * (`offset 0`): joined otherwise, the table might be read whole.
 */
const WALKED = 2_000;
/** Shortest word that the index of words helps to find. */
const INDEXED_LENGTH = 3;

const LISTS = {
  changed: {
    walk: storeStatement(
      'product-search-by_change-walk',
      `select ${SUMMARY}
       from (
         select * from (
           (select * from product l where l.store_id = $1 and not l.is_draft and (l.updated_at, l.id) < ($8::timestamptz, $9)
            order by l.updated_at desc, l.id desc limit ${WALKED})
           union all
           (select * from product d where d.store_id = $1 and d.is_draft and (d.updated_at, d.id) < ($8::timestamptz, $9)
            order by d.updated_at desc, d.id desc limit ${WALKED})
         ) both_kinds order by updated_at desc, id desc limit ${WALKED}
       ) p
       cross join lateral (
         select * from product_search s where s.store_id = p.store_id and s.product_id = p.id offset 0) s
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
         order by s.name_key, s.product_id limit ${WALKED}) s
       cross join lateral (select * from product p where p.store_id = s.store_id and p.id = s.product_id offset 0) p
       where ${MATCHES} order by s.name_key, s.product_id limit $10`,
    ),
    find: storeStatement(
      'product-search-by_name-find',
      `with s as materialized (
         select s.store_id, s.product_id, s.name_key from product_search s
         where ${MATCHES} and (s.name_key, s.product_id) > ($8, $9)
       ), page as (select * from s where s.store_id = $1 order by s.name_key, s.product_id limit $10)
       select ${SUMMARY} from page s join product p on p.store_id = s.store_id and p.id = s.product_id
       order by s.name_key, s.product_id`,
    ),
    findByFacets: storeStatement(
      'product-search-by_name-find_by_facets',
      `with s as materialized (
         select s.store_id, s.product_id, s.name_key from product_search s
         where ${MATCHES_BY_FACETS} and (s.name_key, s.product_id) > ($8, $9)
       ), page as (select * from s where s.store_id = $1 order by s.name_key, s.product_id limit $10)
       select ${SUMMARY} from page s join product p on p.store_id = s.store_id and p.id = s.product_id
       order by s.name_key, s.product_id`,
    ),
  },
} satisfies Record<string, Record<'walk' | 'find' | 'findByFacets', StoreStatement>>;

/** What products are searched by. */
export interface ProductQuery {
  /** Folded, the longest first. */
  words: string[];
  /** Facets of which a product has all. */
  all: string[];
  /** Facets of which it has any; none to ask for none. */
  any: string[];
}

/** A row of the back office's list. */
export interface SummaryRow {
  id: string;
  name: string;
  slug: string;
  sku: string | null;
  image: string | null;
  type: string;
  visibility: string;
  is_active: boolean;
  is_draft: boolean;
  price_centavos: number;
  category_ids: string[];
  brand_ids: string[];
  updated_at: Date;
  name_key: string;
  variant_count: number;
}

/**
 * Products of a store after a position. What is common is found by walking in the order of the list, what is rare by its index: which
 * of the two a search is turns out in the walk.
 * @param after the sort key and id of the last product of the page before
 */
export async function productSearch(
  db: Queryable,
  storeId: string,
  query: ProductQuery,
  order: keyof typeof LISTS,
  after: [Date | string, string],
  limit: number,
): Promise<SummaryRow[]> {
  const { walk, find, findByFacets } = LISTS[order];
  const values = valuesOf(storeId, query, after, limit);
  const walked = await db.rows<SummaryRow>(walk, values);
  if (walked.length === limit) return walked;
  const isIndexed = query.words.some((word) => word.length >= INDEXED_LENGTH);
  return db.rows<SummaryRow>(isIndexed ? find : findByFacets, values);
}

function valuesOf(
  storeId: string,
  { words, all, any }: ProductQuery,
  after: [Date | string, string],
  limit: number,
): unknown[] {
  const patterns = words.map((word) => `%${word.replaceAll(/[\\%_]/g, (special) => `\\${special}`)}%`);
  const [first = '%', second = '%', third = '%', ...others] = patterns;
  const anyOf = any.length > 0 ? any : [storeId];
  return [storeId, [storeId, ...all], anyOf, first, second, third, others, ...after, limit];
}
