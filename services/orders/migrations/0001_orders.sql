-- Up Migration

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create table store_clock (
  store_id text collate "C" primary key,
  last_stamp timestamptz(3) not null
);
comment on table store_clock is 'The last updated_at given in a store; locked from the stamp to the commit.';

create table store_setting (
  store_id text collate "C" primary key,
  order_expiry_ms bigint not null default 172800000 check (order_expiry_ms between 60000 and 31536000000),
  discount_limit_bp integer not null default 10000 check (discount_limit_bp between 0 and 10000)
);
comment on table store_setting is 'The settings of a store for its orders; without a row the defaults apply.';
comment on column store_setting.order_expiry_ms is 'How long an unpaid online order waits for its payment.';
comment on column store_setting.discount_limit_bp is 'The maximum discount of sellers who do not set it, in hundredths of a percent.';

create table shop (
  store_id text collate "C" not null,
  id text collate "C" not null,
  primary key (store_id, id)
);
comment on table shop is 'The shops of each store: a copy, which catalog owns.';

create table status_flow (
  store_id text collate "C" not null,
  position integer not null,
  status text collate "C" not null,
  label text not null,
  kind text not null check (kind in ('open', 'fulfilled', 'closed_bad')),
  primary key (store_id, position),
  unique (store_id, status)
);
comment on table status_flow is 'The steps of a store that has its own flow; other stores have the default one.';
comment on column status_flow.label is 'Name of the status for the merchant; the API shows the status itself.';

create table order_counter (
  store_id text collate "C" primary key,
  next_number bigint not null
);
comment on table order_counter is 'The next order number of a store; without a row it is the first one.';

create table erased_buyer (
  store_id text collate "C" not null,
  customer_id text collate "C" not null,
  erased_at timestamptz(3) not null,
  primary key (store_id, customer_id)
);
comment on table erased_buyer is 'Customers whom the merchant has erased: no order can be created for them. Written under the store''s clock, so that either the creation of an order sees the row, or the erasure sees the order.';

create table "order" (
  store_id text collate "C" not null,
  id text collate "C" not null,
  order_number text collate "C" not null,
  status text collate "C" not null,
  source text not null,
  shop_id text collate "C" not null,
  seller_shop_ids text[] not null default '{}',
  customer_id text,
  customer_name text,
  customer_email text,
  customer_phone text,
  total_centavos bigint not null,
  discount_centavos bigint not null,
  payment_gateway text not null,
  payment_status text not null,
  shipping_method_type text,
  shipping_method_name text,
  shipping_price_centavos bigint,
  shipping_address jsonb,
  shipping_recipient_name text,
  shipping_recipient_phone text,
  shipping_recipient_document text,
  shipping_carrier text,
  shipping_tracking_number text,
  shipping_tracking_url text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  message bytea not null,
  encoding smallint not null,
  version bigint not null default 1,
  paid_at timestamptz(3),
  paid_via text check (paid_via in ('pos', 'card', 'online', 'terminal', 'delivery_confirmation')),
  payment_confirmed_at timestamptz(3),
  expires_at timestamptz(3),
  erased_buyer_id text collate "C",
  lines_changed boolean not null default false,
  written_off jsonb,
  is_on_account boolean not null default false,
  primary key (store_id, id),
  unique (store_id, order_number),
  -- Lists start at created_since in the order of updated_at: every order that they return is updated at or after it.
  check (created_at <= updated_at)
);
alter table "order" alter column message set storage external;
-- Plans are made for a large store among many small ones. By the average store, whose few orders can be sorted cheaply, PostgreSQL
-- would choose a sort; with these statistics, lists always read an index in its order. In a small store any plan is cheap.
alter table "order" alter column store_id set (n_distinct = 1);
alter table "order" alter column shop_id set (n_distinct = 10);
comment on column "order".customer_id is 'The customer at the creation of the order; null when the buyer is unknown.';
comment on column "order".shipping_method_type is 'Null for a sale handed over at the counter.';
comment on column "order".message is 'The encoded commerce.orders.v1.Order, rewritten with every change; lists send it unchanged.';
comment on column "order".encoding is 'Number of the encoding of message; an older one is rebuilt from the columns.';
comment on column "order".version is 'Increased by one with every change of the order; inventory receives it with the stock of the order.';
comment on column "order".paid_at is 'When the payment was detected; kept when it is refunded.';
comment on column "order".paid_via is 'The path that detected the payment; null for a credit account, for which order.paid is never published.';
comment on column "order".payment_confirmed_at is 'When the merchant confirmed the payment at delivery.';
comment on column "order".expires_at is 'When the order expires unless it is paid; null for an order that cannot expire.';
comment on column "order".lines_changed is 'The lines are no longer those that were reserved: inventory receives them with every version.';
comment on column "order".written_off is 'Units of products that were returned but not put back on the shelf; null without any.';
comment on column "order".is_on_account is 'All or a part of the total was put on the account of the buyer at its creation; never changes.';
comment on column "order".erased_buyer_id is 'The erased customer whose delivery data the order keeps until it ends.';

-- One index for each combination of equality filters, each in the order of the lists; created_at last, so that
-- orders too old for created_since are skipped within the index.
create index order_by_update on "order" (store_id, updated_at, id, created_at);
create index order_by_status on "order" (store_id, status, updated_at, id, created_at);
create index order_by_shop on "order" (store_id, shop_id, updated_at, id, created_at);
create index order_by_shop_and_status on "order" (store_id, shop_id, status, updated_at, id, created_at);
create index order_by_customer on "order" (store_id, customer_id, updated_at, id, created_at) where customer_id is not null;

-- Readers keep messages by (id, updated_at, encoding), so a changed message must have a new updated_at.
create function refuse_unstamped_message() returns trigger language plpgsql as $$
begin
  raise exception '% % has a new message without a new updated_at', tg_table_name, new.id;
end
$$;
create trigger order_message_is_stamped before update of message on "order" for each row
  when (new.message <> old.message and new.encoding = old.encoding and new.updated_at <= old.updated_at)
  execute function refuse_unstamped_message();

-- Across stores, and only the few orders that can expire.
create index order_by_expiry on "order" (expires_at, store_id, id) where expires_at is not null;
create index order_of_erased_buyer on "order" (store_id, erased_buyer_id) where erased_buyer_id is not null;

create function folded(value text) returns text language sql immutable strict parallel safe
  return translate(lower(value), 'áàâäãåéèêëíìîïóòôöõúùûüñçÁÀÂÄÃÅÉÈÊËÍÌÎÏÓÒÔÖÕÚÙÛÜÑÇ',
    'aaaaaaeeeeiiiiooooouuuuncaaaaaaeeeeiiiiooooouuuunc');
comment on function folded is 'A text in lower case and without accents, as it is searched.';

create function buyer_words(name text, email text) returns text language sql immutable parallel safe
  return folded(coalesce(name, '') || ' ' || coalesce(email, ''));
comment on function buyer_words is 'The text in which a search looks for a buyer.';

-- Newest first for the back office: one index for each filter that selects few of many orders. The other filters are checked
-- within the index, so that an order that does not match costs no read of its row.
create index order_by_creation on "order" (store_id, created_at, id, status, source, shop_id, payment_status);
create index order_of_status on "order" (store_id, status, created_at, id, source, shop_id, payment_status);
create index order_of_shop on "order" (store_id, shop_id, created_at, id, status, source, payment_status);
create index order_of_payment_status on "order" (store_id, payment_status, created_at, id, status, source, shop_id);
create index order_of_customer on "order" (store_id, customer_id, created_at, id) where customer_id is not null;
create index order_of_buyer on "order" using gin (store_id, buyer_words(customer_name, customer_email) gin_trgm_ops)
  where customer_id is not null;

create table order_line (
  store_id text collate "C" not null,
  order_id text collate "C" not null,
  position integer not null,
  product_id text collate "C",
  variant_id text collate "C",
  sku text,
  name text not null,
  quantity integer not null,
  unit_price_centavos bigint not null,
  total_centavos bigint not null,
  is_custom boolean not null,
  cogs_centavos bigint,
  primary key (store_id, order_id, position),
  foreign key (store_id, order_id) references "order" (store_id, id) on delete cascade
);
comment on column order_line.cogs_centavos is 'Cost of goods sold of the line; null when unknown.';

create table order_event (
  store_id text collate "C" not null,
  order_id text collate "C" not null,
  position integer not null,
  kind text not null check (kind in ('created', 'status', 'payment', 'shipping', 'note', 'refund', 'edit', 'return', 'exchange')),
  from_value text,
  to_value text,
  paid_via text,
  notes text,
  actor_kind text not null check (actor_kind in ('system', 'installation', 'person')),
  actor_id text not null,
  at timestamptz(3) not null,
  gateway text,
  amount_centavos bigint,
  returned jsonb,
  primary key (store_id, order_id, position),
  foreign key (store_id, order_id) references "order" (store_id, id) on delete cascade
) partition by range (order_id);
comment on table order_event is 'The history of each order for the merchant: one entry for each change, and for notes without a change.';
comment on column order_event.from_value is 'The status, payment status or tracking number before; null if there was none.';
comment on column order_event.to_value is 'The status, payment status or tracking number after.';
comment on column order_event.gateway is 'The means of a payment; null if it was not recorded.';
comment on column order_event.returned is 'Items of a return: name, quantity and whether they were put back on the shelf.';
comment on column order_event.amount_centavos is 'The amount of a payment or refund; null if no money moved.';
create table order_event_rest partition of order_event default;
comment on table order_event_rest is 'Those of orders of months without a partition: they stay.';

create schema archive;
create table archive.order_event (
  like order_event including all,
  foreign key (store_id, order_id) references "order" (store_id, id) on delete cascade
) partition by range (order_id);
comment on table archive.order_event is 'The history of orders of expired months. Deleted with its order; erasures clear its notes.';

create table order_payment (
  store_id text collate "C" not null,
  order_id text collate "C" not null,
  position integer not null,
  kind text not null check (kind in ('payment', 'refund')),
  gateway text not null,
  amount_centavos bigint not null check (amount_centavos > 0),
  paid_via text check (paid_via in ('pos', 'card', 'online', 'terminal', 'delivery_confirmation')),
  actor_kind text not null check (actor_kind in ('system', 'installation', 'person')),
  actor_id text not null,
  at timestamptz(3) not null,
  primary key (store_id, order_id, position),
  foreign key (store_id, order_id) references "order" (store_id, id) on delete cascade
);
comment on table order_payment is 'Money of each order in its order: payments, and refunds, which never exceed them. Written under the lock of the order. The reason of a refund is in the history.';
comment on column order_payment.paid_via is 'The path that detected a payment.';

create table order_draft (
  store_id text collate "C" not null,
  order_id text collate "C" not null,
  actor_id text collate "C",
  idempotency_key text collate "C",
  request bytea not null,
  state text not null check (state in ('reserving', 'committed')),
  reserved_until timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (store_id, order_id)
);
comment on table order_draft is 'Orders that are being created: from before their stock is reserved until the reservation is confirmed.';
comment on column order_draft.idempotency_key is 'The key (of actor_id) of the request; a retry with it creates the same order.';
comment on column order_draft.request is 'SHA-256 of the encoded commerce.orders.v1.CreateOrderRequest.';
comment on column order_draft.state is 'reserving: no order yet, stock may be reserved; committed: the order exists, inventory may not know it yet.';
comment on column order_draft.reserved_until is 'When the reservation expires; afterwards no order can be committed from the draft.';
create unique index order_draft_by_key on order_draft (store_id, actor_id, idempotency_key) where idempotency_key is not null;
create index order_draft_by_update on order_draft (updated_at);

create function store_day(at timestamptz) returns date language sql immutable strict parallel safe
  return (at at time zone 'America/Argentina/Buenos_Aires')::date;
comment on function store_day is 'The day in the time zone of the stores.';

create function is_sale(status text) returns boolean language sql immutable strict parallel safe
  return status not in ('cancelled', 'rejected', 'returned', 'expired');
comment on function is_sale is 'Whether an order in a status counts as a sale: it has no bad end.';

-- Payments to collect. Expired orders stay unpaid, and are many.
create index order_unpaid on "order" (store_id, shop_id) where payment_status = 'pending' and is_sale(status);

create table sales_of_day (
  store_id text collate "C" not null,
  day date not null,
  shop_id text collate "C" not null,
  source text collate "C" not null,
  status text collate "C" not null,
  orders bigint not null,
  amount_centavos bigint not null,
  discount_centavos bigint not null,
  goods_centavos bigint not null,
  cogs_centavos bigint not null,
  uncosted_centavos bigint not null,
  primary key (store_id, day, shop_id, source, status)
) with (fillfactor = 50);
comment on table sales_of_day is 'Figures of the orders created on each day in each shop, by their current status.';
comment on column sales_of_day.goods_centavos is 'Of the lines: before the discounts of the orders, without shipping.';
comment on column sales_of_day.cogs_centavos is 'Cost of goods sold of the lines with a known cost.';
comment on column sales_of_day.uncosted_centavos is 'The part of goods_centavos of lines whose cost is unknown.';

create table sales_of_product (
  store_id text collate "C" not null,
  span text collate "C" not null check (span in ('day', 'month')),
  begins date not null,
  product_id text collate "C" not null,
  shop_id text collate "C" not null,
  units bigint not null,
  amount_centavos bigint not null,
  primary key (store_id, span, begins, product_id, shop_id)
) with (fillfactor = 70);
comment on table sales_of_product is 'Sales of each product in orders created on a day, and in a month, by shop; without orders with a bad end.';
comment on column sales_of_product.amount_centavos is 'Of the lines: before the discount of the order, without shipping.';

-- Triggers keep the figures, so that every write of orders counts, including those of an older version of the service that is
-- still running (docs/adr/0007). They run once for each statement, and update rows in the order of their keys.
--
-- The changes have types that are not those of the tables: a row of a table's type cannot be built once a migration has added a column.
create type sales_of_day_change as (
  store_id text collate "C",
  day date,
  shop_id text collate "C",
  source text collate "C",
  status text collate "C",
  orders bigint,
  amount_centavos bigint,
  discount_centavos bigint,
  goods_centavos bigint,
  cogs_centavos bigint,
  uncosted_centavos bigint
);
create type sales_of_product_change as (
  store_id text collate "C",
  day date,
  product_id text collate "C",
  shop_id text collate "C",
  units bigint,
  amount_centavos bigint
);

create function sales_add(made sales_of_day_change[]) returns void language sql as $$
  insert into sales_of_day as s (store_id, day, shop_id, source, status, orders, amount_centavos, discount_centavos, goods_centavos,
    cogs_centavos, uncosted_centavos)
  select store_id, day, shop_id, source, status, sum(orders), sum(amount_centavos), sum(discount_centavos), sum(goods_centavos),
    sum(cogs_centavos), sum(uncosted_centavos)
  from unnest(made)
  group by store_id, day, shop_id, source, status
  having (sum(orders), sum(amount_centavos), sum(discount_centavos), sum(goods_centavos), sum(cogs_centavos), sum(uncosted_centavos))
    is distinct from (0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric, 0::numeric)
  order by store_id, day, shop_id, source, status
  on conflict (store_id, day, shop_id, source, status) do update set
    orders = s.orders + excluded.orders, amount_centavos = s.amount_centavos + excluded.amount_centavos,
    discount_centavos = s.discount_centavos + excluded.discount_centavos, goods_centavos = s.goods_centavos + excluded.goods_centavos,
    cogs_centavos = s.cogs_centavos + excluded.cogs_centavos, uncosted_centavos = s.uncosted_centavos + excluded.uncosted_centavos
$$;

create function product_sales_add(sold sales_of_product_change[]) returns void language sql as $$
  insert into sales_of_product as s (store_id, span, begins, product_id, shop_id, units, amount_centavos)
  select store_id, spans.span, spans.begins, product_id, shop_id, sum(units), sum(amount_centavos)
  from unnest(sold) as sold
  cross join lateral (values ('day', sold.day), ('month', date_trunc('month', sold.day)::date)) as spans (span, begins)
  where product_id is not null
  group by store_id, spans.span, spans.begins, product_id, shop_id
  having sum(units) <> 0 or sum(amount_centavos) <> 0
  order by store_id, spans.span, spans.begins, product_id, shop_id
  on conflict (store_id, span, begins, product_id, shop_id) do update set
    units = s.units + excluded.units, amount_centavos = s.amount_centavos + excluded.amount_centavos
$$;

-- The figures of an order without its lines, and of a line: added with sign 1, removed with sign -1.
create function order_part(store_id text, created_at timestamptz, shop_id text, source text, status text, total bigint, discount bigint,
  sign int) returns sales_of_day_change language sql immutable
  return (store_id, store_day(created_at), shop_id, source, status, sign, sign * total, sign * discount, 0, 0, 0)::sales_of_day_change;
create function line_part(store_id text, created_at timestamptz, shop_id text, source text, status text, goods bigint, cogs bigint,
  sign int) returns sales_of_day_change language sql immutable
  return (store_id, store_day(created_at), shop_id, source, status, 0, 0, 0, sign * goods, sign * coalesce(cogs, 0),
    case when cogs is null then sign * goods else 0 end)::sales_of_day_change;
create function product_part(store_id text, created_at timestamptz, shop_id text, product_id text, quantity bigint, goods bigint, sign int)
  returns sales_of_product_change language sql immutable
  return (store_id, store_day(created_at), product_id, shop_id, sign * quantity, sign * goods)::sales_of_product_change;

create function order_made() returns trigger language plpgsql as $$
begin
  perform sales_add(array_agg(order_part(store_id, created_at, shop_id, source, status, total_centavos, discount_centavos, 1))) from made;
  return null;
end $$;
create trigger order_made after insert on "order" referencing new table as made
  for each statement execute function order_made();

create function order_changed() returns trigger language plpgsql as $$
declare
  sales sales_of_day_change[];
  goods sales_of_product_change[];
begin
  select array_agg(side.part) into sales
  from before b join after a using (store_id, id)
  cross join lateral (
    select order_part(b.store_id, b.created_at, b.shop_id, b.source, b.status, b.total_centavos, b.discount_centavos, -1) as part union all select order_part(a.store_id, a.created_at, a.shop_id, a.source, a.status, a.total_centavos, a.discount_centavos, 1)
    union all
    select line_part(b.store_id, b.created_at, b.shop_id, b.source, b.status, l.total_centavos, l.cogs_centavos, -1)
      from order_line l where l.store_id = a.store_id and l.order_id = a.id
    union all
    select line_part(a.store_id, a.created_at, a.shop_id, a.source, a.status, l.total_centavos, l.cogs_centavos, 1)
      from order_line l where l.store_id = a.store_id and l.order_id = a.id
  ) side
  where (b.status, b.source, b.shop_id, b.total_centavos, b.discount_centavos)
    is distinct from (a.status, a.source, a.shop_id, a.total_centavos, a.discount_centavos);
  if sales is null then return null; end if;
  perform sales_add(sales);
  select array_agg(side.part) into goods
  from before b join after a using (store_id, id)
  join order_line l on l.store_id = a.store_id and l.order_id = a.id
  cross join lateral (
    select product_part(b.store_id, b.created_at, b.shop_id, l.product_id, l.quantity, l.total_centavos, -1) as part where is_sale(b.status)
    union all select product_part(a.store_id, a.created_at, a.shop_id, l.product_id, l.quantity, l.total_centavos, 1) where is_sale(a.status)
  ) side
  where (is_sale(b.status), b.shop_id) <> (is_sale(a.status), a.shop_id);
  if goods is not null then perform product_sales_add(goods); end if;
  return null;
end $$;
create trigger order_changed after update on "order" referencing old table as before new table as after
  for each statement execute function order_changed();

create function order_lines_made() returns trigger language plpgsql as $$
begin
  perform sales_add(array_agg(line_part(o.store_id, o.created_at, o.shop_id, o.source, o.status, l.total_centavos, l.cogs_centavos, 1))),
    product_sales_add(array_agg(product_part(o.store_id, o.created_at, o.shop_id, l.product_id, l.quantity, l.total_centavos, 1)) filter (where is_sale(o.status)))
  from made l join "order" o on o.store_id = l.store_id and o.id = l.order_id;
  return null;
end $$;
create trigger order_lines_made after insert on order_line referencing new table as made
  for each statement execute function order_lines_made();

create function order_lines_gone() returns trigger language plpgsql as $$
begin
  perform sales_add(array_agg(line_part(o.store_id, o.created_at, o.shop_id, o.source, o.status, l.total_centavos, l.cogs_centavos, -1))),
    product_sales_add(array_agg(product_part(o.store_id, o.created_at, o.shop_id, l.product_id, l.quantity, l.total_centavos, -1)) filter (where is_sale(o.status)))
  from gone l join "order" o on o.store_id = l.store_id and o.id = l.order_id;
  return null;
end $$;
create trigger order_lines_gone after delete on order_line referencing old table as gone
  for each statement execute function order_lines_gone();

create function order_lines_changed() returns trigger language plpgsql as $$
begin
  perform sales_add(array_agg(side.sales)), product_sales_add(array_agg(side.goods) filter (where is_sale(o.status)))
  from before b join after a using (store_id, order_id, position)
  join "order" o on o.store_id = a.store_id and o.id = a.order_id
  cross join lateral (values
    (line_part(o.store_id, o.created_at, o.shop_id, o.source, o.status, b.total_centavos, b.cogs_centavos, -1), product_part(o.store_id, o.created_at, o.shop_id, b.product_id, b.quantity, b.total_centavos, -1)),
    (line_part(o.store_id, o.created_at, o.shop_id, o.source, o.status, a.total_centavos, a.cogs_centavos, 1), product_part(o.store_id, o.created_at, o.shop_id, a.product_id, a.quantity, a.total_centavos, 1))) as side (sales, goods)
  where (b.product_id, b.quantity, b.total_centavos, b.cogs_centavos)
    is distinct from (a.product_id, a.quantity, a.total_centavos, a.cogs_centavos);
  return null;
end $$;
create trigger order_lines_changed after update on order_line referencing old table as before new table as after
  for each statement execute function order_lines_changed();
