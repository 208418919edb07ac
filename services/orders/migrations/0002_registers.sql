-- Up Migration

create table register_session (
  store_id text collate "C" not null,
  id text collate "C" not null,
  shop_id text collate "C" not null,
  opened_by text collate "C" not null,
  opened_at timestamptz(3) not null,
  float_centavos bigint not null check (float_centavos >= 0),
  closed_by text collate "C",
  closed_at timestamptz(3) check (closed_at > opened_at),
  counted_centavos bigint check (counted_centavos >= 0),
  sales_centavos bigint,
  refunds_centavos bigint,
  pay_ins_centavos bigint,
  pay_outs_centavos bigint,
  primary key (store_id, id),
  -- All are set when the session is closed.
  check (num_nulls(closed_by, closed_at, counted_centavos, sales_centavos, refunds_centavos, pay_ins_centavos, pay_outs_centavos) in (0, 7))
);
comment on table register_session is 'Cash registers of the shops from their opening to their closing. Both times are stamps of the store''s clock, as those of order_payment: a cash payment of a sale of the shop belongs to the session in which its time lies.';
comment on column register_session.opened_by is 'Id of the person, as closed_by.';
comment on column register_session.float_centavos is 'Cash in the drawer at the opening.';
comment on column register_session.sales_centavos is 'Sum at the closing, as the three below; until then it is computed.';
create unique index register_session_open on register_session (store_id, shop_id) where closed_at is null;
create index register_session_by_opening on register_session (store_id, opened_at);

create table cash_movement (
  store_id text collate "C" not null,
  session_id text collate "C" not null,
  at timestamptz(3) not null,
  kind text not null check (kind in ('pay_in', 'pay_out')),
  amount_centavos bigint not null check (amount_centavos > 0),
  reason text not null,
  made_by text collate "C" not null,
  primary key (store_id, session_id, at),
  foreign key (store_id, session_id) references register_session (store_id, id) on delete cascade
);
comment on table cash_movement is 'Cash put into a drawer or taken out of it other than by a sale or refund.';
comment on column cash_movement.at is 'A stamp of the store''s clock, so it is unique.';
comment on column cash_movement.made_by is 'Id of the person.';

alter table order_payment add column cash_shop_id text collate "C";
comment on column order_payment.cash_shop_id is 'Shop of an order of the point of sale that was paid or refunded in cash; null for all other payments.';
-- The planner does not know how many payments are newer than an opening: also in a store with one shop, the index is the way.
alter table order_payment alter column cash_shop_id set (n_distinct = 1000);
update order_payment p set cash_shop_id = o.shop_id from "order" o
where o.store_id = p.store_id and o.id = p.order_id and o.source = 'pos' and p.gateway = 'cash';
create index order_payment_in_cash on order_payment (store_id, cash_shop_id, at) include (kind, amount_centavos) where cash_shop_id is not null;
