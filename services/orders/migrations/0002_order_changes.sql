-- Up Migration

alter table "order"
  add column version bigint not null default 1,
  add column paid_at timestamptz(3),
  add column paid_via text check (paid_via in ('pos', 'card', 'online', 'terminal', 'delivery_confirmation')),
  add column payment_confirmed_at timestamptz(3),
  add column expires_at timestamptz(3);
comment on column "order".version is 'Grows by one with every change of the order; what the order holds of the stock is told with it.';
comment on column "order".paid_at is 'When it was found to be paid, by whatever path came first; stays when the money is given back.';
comment on column "order".paid_via is 'The path that found it paid; null for a credit account, of whose orders order.paid is never told.';
comment on column "order".payment_confirmed_at is 'When the merchant confirmed the payment at delivery.';
comment on column "order".expires_at is 'When it expires if it is not paid by then; null for an order that cannot expire, or no longer.';

-- Across stores, and only the few orders that may expire.
create index order_by_expiry on "order" (expires_at, store_id, id) where expires_at is not null;

create table order_event (
  store_id text collate "C" not null,
  order_id text collate "C" not null,
  position integer not null,
  kind text not null check (kind in ('created', 'status', 'payment', 'shipping', 'note')),
  from_value text,
  to_value text,
  paid_via text,
  notes text,
  actor_kind text not null check (actor_kind in ('system', 'installation', 'person')),
  actor_id text not null,
  at timestamptz(3) not null,
  primary key (store_id, order_id, position),
  foreign key (store_id, order_id) references "order" (store_id, id) on delete cascade
);
comment on table order_event is 'The history of each order, for the merchant; written with each change, and for notes alone.';
comment on column order_event.from_value is 'The status, or the status of the payment, before; null where there was none.';
comment on column order_event.to_value is 'The status, or the status of the payment, after.';

create table store_setting (
  store_id text collate "C" primary key,
  order_expiry_ms bigint not null default 172800000 check (order_expiry_ms between 60000 and 31536000000)
);
comment on table store_setting is 'What a store has set for its orders; without a row the defaults hold.';
comment on column store_setting.order_expiry_ms is 'How long an unpaid online order waits for its payment.';

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
comment on table order_draft is 'Orders being made: from before their goods are reserved until the reservation is confirmed.';
comment on column order_draft.idempotency_key is 'The key (of actor_id) that asked for it; asked again, the same order is made.';
comment on column order_draft.request is 'The encoded commerce.orders.v1.CreateOrderRequest.';
comment on column order_draft.state is 'reserving: no order yet, goods may be reserved; committed: the order is there, inventory may not know yet.';
comment on column order_draft.reserved_until is 'When the reservation lapses by itself: after it no order is made of the draft.';
create unique index order_draft_by_key on order_draft (store_id, actor_id, idempotency_key) where idempotency_key is not null;
create index order_draft_by_update on order_draft (updated_at);

-- Orders that were there before: paid when last changed, by the path that belongs to their means of payment.
update "order" set
  paid_at = updated_at,
  paid_via = case
    when payment_gateway = 'credit_account' then null
    when source = 'pos' then 'pos'
    when payment_gateway = 'card_terminal' then 'terminal'
    when payment_gateway = 'cash' then 'delivery_confirmation'
    else 'online' end
where payment_status in ('paid', 'refunded');

update "order" set expires_at = created_at + interval '48 hours'
where source = 'online' and payment_gateway <> 'credit_account' and payment_status in ('pending', 'failed')
  and status not in ('shipped', 'delivered', 'cancelled', 'rejected', 'returned', 'expired');

insert into order_event (store_id, order_id, position, kind, to_value, actor_kind, actor_id, at)
select store_id, id, 1, 'created', case when source = 'pos' then 'delivered' else 'pending' end, 'system', '', created_at
from "order";

insert into order_event (store_id, order_id, position, kind, from_value, to_value, actor_kind, actor_id, at)
select store_id, id, 2, 'status', 'pending', status, 'system', '', updated_at
from "order" where source <> 'pos' and status <> 'pending';
