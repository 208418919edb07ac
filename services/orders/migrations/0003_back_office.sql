-- Up Migration

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create function folded(value text) returns text language sql immutable strict parallel safe
  return translate(lower(value), 'áàâäãåéèêëíìîïóòôöõúùûüñçÁÀÂÄÃÅÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇ',
    'aaaaaaeeeeiiiiooooouuuuncaaaaaaeeeeiiiiooooouuuunc');
comment on function folded is 'A text as it is searched: without capitals and accents.';

create function buyer_words(name text, email text) returns text language sql immutable parallel safe
  return folded(coalesce(name, '') || ' ' || coalesce(email, ''));
comment on function buyer_words is 'Where the text of a search is looked for.';

-- Newest first for the back office: one index for each filter that leaves few of many orders, the others are looked at
-- within it, so that an order that is not asked for costs no look at its row.
create index order_by_creation on "order" (store_id, created_at, id, status, source, shop_id, payment_status);
create index order_of_status on "order" (store_id, status, created_at, id, source, shop_id, payment_status);
create index order_of_shop on "order" (store_id, shop_id, created_at, id, status, source, payment_status);
create index order_of_payment_status on "order" (store_id, payment_status, created_at, id, status, source, shop_id);
create index order_of_customer on "order" (store_id, customer_id, created_at, id) where customer_id is not null;
create index order_of_buyer on "order" using gin (store_id, buyer_words(customer_name, customer_email) gin_trgm_ops)
  where customer_id is not null;

create function store_day(at timestamptz) returns date language sql immutable strict parallel safe
  return (at at time zone 'America/Argentina/Buenos_Aires')::date;
comment on function store_day is 'The day in the zone of the stores.';

create function is_sale(status text) returns boolean language sql immutable strict parallel safe
  return status not in ('cancelled', 'rejected', 'returned', 'expired');
comment on function is_sale is 'Whether an order in that status counts as a sale: it has not come to a bad end.';

create table sales_of_day (
  store_id text collate "C" not null,
  day date not null,
  source text collate "C" not null,
  status text collate "C" not null,
  orders bigint not null,
  amount_centavos bigint not null,
  primary key (store_id, day, source, status)
) with (fillfactor = 50);
comment on table sales_of_day is 'Orders by the day on which they were made, what they come to, and the status in which they are now.';

create table sales_of_product (
  store_id text collate "C" not null,
  span text collate "C" not null check (span in ('day', 'month')),
  begins date not null,
  product_id text collate "C" not null,
  units bigint not null,
  amount_centavos bigint not null,
  primary key (store_id, span, begins, product_id)
) with (fillfactor = 70);
comment on table sales_of_product is 'What was sold of each product in orders made on a day, and in a month; without what has come to a bad end.';
comment on column sales_of_product.amount_centavos is 'Of the lines: before the discount of the order, without shipping.';

-- The figures are kept by triggers, so that no way of writing orders passes by them, that of an older version of the
-- service that still runs included (docs/adr/0007). Once for each statement, and in the order of the keys.
create function sales_add(made sales_of_day[]) returns void language sql as $$
  insert into sales_of_day as s (store_id, day, source, status, orders, amount_centavos)
  select store_id, day, source, status, sum(orders), sum(amount_centavos) from unnest(made)
  group by store_id, day, source, status
  having sum(orders) <> 0 or sum(amount_centavos) <> 0
  order by store_id, day, source, status
  on conflict (store_id, day, source, status) do update set
    orders = s.orders + excluded.orders, amount_centavos = s.amount_centavos + excluded.amount_centavos
$$;

create function product_sales_add(sold sales_of_product[]) returns void language sql as $$
  insert into sales_of_product as s (store_id, span, begins, product_id, units, amount_centavos)
  select store_id, spans.span, spans.begins, product_id, sum(units), sum(amount_centavos)
  from unnest(sold) as sold
  cross join lateral (values ('day', sold.begins), ('month', date_trunc('month', sold.begins)::date)) as spans (span, begins)
  group by store_id, spans.span, spans.begins, product_id
  having sum(units) <> 0 or sum(amount_centavos) <> 0
  order by store_id, spans.span, spans.begins, product_id
  on conflict (store_id, span, begins, product_id) do update set
    units = s.units + excluded.units, amount_centavos = s.amount_centavos + excluded.amount_centavos
$$;

create function order_made() returns trigger language plpgsql as $$
begin
  perform sales_add(array_agg((store_id, store_day(created_at), source, status, 1, total_centavos)::sales_of_day)) from made;
  return null;
end $$;
create trigger order_made after insert on "order" referencing new table as made
  for each statement execute function order_made();

create function order_changed() returns trigger language plpgsql as $$
declare
  sales sales_of_day[];
  goods sales_of_product[];
begin
  select array_agg(side.part) into sales
  from before b join after a using (store_id, id)
  cross join lateral (values
    ((b.store_id, store_day(b.created_at), b.source, b.status, -1, -b.total_centavos)::sales_of_day),
    ((a.store_id, store_day(a.created_at), a.source, a.status, 1, a.total_centavos)::sales_of_day)) as side (part)
  where (b.status, b.source, b.total_centavos) is distinct from (a.status, a.source, a.total_centavos);
  if sales is null then return null; end if;
  perform sales_add(sales);
  select array_agg((l.store_id, 'day', store_day(a.created_at), l.product_id,
      case when is_sale(a.status) then l.quantity else -l.quantity end,
      case when is_sale(a.status) then l.total_centavos else -l.total_centavos end)::sales_of_product) into goods
  from before b join after a using (store_id, id)
  join order_line l on l.store_id = a.store_id and l.order_id = a.id and l.product_id is not null
  where is_sale(b.status) <> is_sale(a.status);
  if goods is not null then perform product_sales_add(goods); end if;
  return null;
end $$;
create trigger order_changed after update on "order" referencing old table as before new table as after
  for each statement execute function order_changed();

create function order_lines_made() returns trigger language plpgsql as $$
begin
  perform product_sales_add(array_agg((l.store_id, 'day', store_day(o.created_at), l.product_id, l.quantity, l.total_centavos)::sales_of_product))
  from made l join "order" o on o.store_id = l.store_id and o.id = l.order_id
  where l.product_id is not null and is_sale(o.status);
  return null;
end $$;
create trigger order_lines_made after insert on order_line referencing new table as made
  for each statement execute function order_lines_made();

create function order_lines_gone() returns trigger language plpgsql as $$
begin
  perform product_sales_add(array_agg((l.store_id, 'day', store_day(o.created_at), l.product_id, -l.quantity, -l.total_centavos)::sales_of_product))
  from gone l join "order" o on o.store_id = l.store_id and o.id = l.order_id
  where l.product_id is not null and is_sale(o.status);
  return null;
end $$;
create trigger order_lines_gone after delete on order_line referencing old table as gone
  for each statement execute function order_lines_gone();

create function order_lines_changed() returns trigger language plpgsql as $$
begin
  perform product_sales_add(array_agg(side.part))
  from before b join after a using (store_id, order_id, position)
  join "order" o on o.store_id = a.store_id and o.id = a.order_id
  cross join lateral (values
    ((b.store_id, 'day', store_day(o.created_at), b.product_id, -b.quantity, -b.total_centavos)::sales_of_product),
    ((a.store_id, 'day', store_day(o.created_at), a.product_id, a.quantity, a.total_centavos)::sales_of_product)) as side (part)
  where is_sale(o.status) and (side.part).product_id is not null
    and (b.product_id, b.quantity, b.total_centavos) is distinct from (a.product_id, a.quantity, a.total_centavos);
  return null;
end $$;
create trigger order_lines_changed after update on order_line referencing old table as before new table as after
  for each statement execute function order_lines_changed();

insert into sales_of_day (store_id, day, source, status, orders, amount_centavos)
select store_id, store_day(created_at), source, status, count(*), sum(total_centavos) from "order" group by 1, 2, 3, 4;

insert into sales_of_product (store_id, span, begins, product_id, units, amount_centavos)
select l.store_id, spans.span, spans.begins, l.product_id, sum(l.quantity), sum(l.total_centavos)
from order_line l join "order" o on o.store_id = l.store_id and o.id = l.order_id
cross join lateral (values
  ('day', store_day(o.created_at)),
  ('month', date_trunc('month', store_day(o.created_at))::date)) as spans (span, begins)
where l.product_id is not null and is_sale(o.status) group by 1, 2, 3, 4;
