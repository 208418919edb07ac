import {
  loadModule,
  parseSync,
  type DeleteStmt,
  type InsertStmt,
  type Node,
  type SelectStmt,
  type UpdateStmt,
} from 'libpg-query';

type Query = SelectStmt | InsertStmt | UpdateStmt | DeleteStmt;

/** Tables of a query level by their names in it, its conditions, and the tables that are bound to the store. */
interface Level {
  tables: Map<string, string>;
  conditions: Node[];
  bound: Set<string>;
}

await loadModule();

/** The function whose rows have the columns of a table, and so a `store_id` of their own. */
const RECORDS = 'json_populate_recordset';

/**
 * Finds the tables and the records of parameters of a statement whose rows are not bound to the store by an equality of
 * `store_id` with `$1`, directly or with a column that is bound itself, at the same query level or an outer one.
 * @returns the unbound references, as `table` or `table alias`
 */
export function unboundTables(sql: string): string[] {
  const unbound: string[] = [];
  visitQuery(queryOf(parseSync(sql).stmts![0]!.stmt!), new Set(), new Set(), unbound);
  return unbound;
}

const queryOf = (node: Node): Query => Object.values(node)[0] as Query;

function visitQuery(query: Query, outer: Set<string>, outerCtes: Set<string>, unbound: string[]): void {
  const ctes = (query.withClause?.ctes ?? []).flatMap((node) =>
    'CommonTableExpr' in node ? [node.CommonTableExpr] : [],
  );
  const names = new Set([...outerCtes, ...ctes.map((cte) => cte.ctename!)]);
  for (const cte of ctes) visitQuery(queryOf(cte.ctequery!), outer, names, unbound);
  if ('larg' in query && 'rarg' in query) {
    for (const side of [query.larg!, query.rarg!]) visitQuery(side, outer, names, unbound);
    return;
  }
  const level: Level = { tables: new Map(), conditions: [], bound: new Set(outer) };
  for (const item of tableItems(query)) addTables(item, level, names);
  // Without columns, as in `exists (select from …)`, nothing is read from them.
  if ('targetList' in query) for (const item of tableItems(query)) addRecords(item, level);
  if ('whereClause' in query) level.conditions.push(query.whereClause!);
  bind(level);
  for (const [name, table] of level.tables)
    if (!level.bound.has(name)) unbound.push(name === table ? table : `${table} ${name}`);
  const { withClause: _visited, ...parts } = query;
  visitSubqueries(parts, level.bound, names, unbound);
}

/** The target of an update or a deletion, and what a query reads from. An insertion only reads from its query. */
const tableItems = (query: Query): Node[] => [
  ...('relation' in query && !('cols' in query) ? [{ RangeVar: query.relation! }] : []),
  ...('fromClause' in query ? query.fromClause! : []),
  ...('usingClause' in query ? query.usingClause! : []),
];

function visitSubqueries(part: unknown, bound: Set<string>, ctes: Set<string>, unbound: string[]): void {
  if (typeof part !== 'object' || part === null) return;
  for (const [key, value] of Object.entries(part))
    if (key === 'SelectStmt') visitQuery(value as SelectStmt, bound, ctes, unbound);
    else visitSubqueries(value, bound, ctes, unbound);
}

function addTables(item: Node, level: Level, ctes: Set<string>): void {
  if ('RangeVar' in item) {
    const { relname, alias } = item.RangeVar;
    if (!ctes.has(relname!)) level.tables.set(alias?.aliasname ?? relname!, relname!);
  } else if ('JoinExpr' in item) {
    const { larg, rarg, quals } = item.JoinExpr;
    addTables(larg!, level, ctes);
    addTables(rarg!, level, ctes);
    if (quals) level.conditions.push(quals);
  }
}

function addRecords(item: Node, level: Level): void {
  if ('JoinExpr' in item)
    for (const side of [item.JoinExpr.larg!, item.JoinExpr.rarg!]) addRecords(side, level);
  if ('RangeFunction' in item && JSON.stringify(item.RangeFunction.functions).includes(`"${RECORDS}"`))
    level.tables.set(item.RangeFunction.alias?.aliasname ?? RECORDS, RECORDS);
}

/** Binds tables by the equalities of a level until no more can be bound. */
function bind(level: Level): void {
  const equalities = level.conditions.flatMap(equalitiesOf);
  const directed = [...equalities, ...equalities.map(([one, other]): [Node, Node] => [other, one])];
  for (let before = -1; before !== level.bound.size;) {
    before = level.bound.size;
    for (const [column, value] of directed) {
      const table = tableOfStoreId(column, level);
      const other = tableOfStoreId(value, level);
      if (table !== undefined && (isFirstParameter(value) || (other !== undefined && level.bound.has(other))))
        level.bound.add(table);
    }
  }
}

/** The equalities that a condition requires; those of rows by column. */
function equalitiesOf(condition: Node): [Node, Node][] {
  if ('BoolExpr' in condition)
    return condition.BoolExpr.boolop === 'AND_EXPR' ? condition.BoolExpr.args!.flatMap(equalitiesOf) : [];
  if (!('A_Expr' in condition)) return [];
  const { kind, name, lexpr, rexpr } = condition.A_Expr;
  if (kind !== 'AEXPR_OP' || nameIn(name![0]!) !== '=' || !lexpr || !rexpr) return [];
  if (!('RowExpr' in lexpr) || !('RowExpr' in rexpr)) return [[lexpr, rexpr]];
  const right = rexpr.RowExpr.args!;
  return lexpr.RowExpr.args!.map((left, at) => [left, right[at]!]);
}

const nameIn = (node: Node): string | undefined => ('String' in node ? node.String.sval : undefined);

/** The table whose `store_id` a column is; undefined for everything else. */
function tableOfStoreId(node: Node, { tables }: Level): string | undefined {
  const names = 'ColumnRef' in node ? node.ColumnRef.fields!.map(nameIn) : [];
  if (names.at(-1) !== 'store_id') return undefined;
  if (names.length > 1) return names[0];
  return tables.size === 1 ? [...tables.keys()][0] : undefined;
}

const isFirstParameter = (node: Node): boolean =>
  'ParamRef' in node
    ? node.ParamRef.number === 1
    : 'TypeCast' in node && isFirstParameter(node.TypeCast.arg!);
