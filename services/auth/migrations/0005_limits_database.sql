-- Up Migration

-- They live in the limits database (migrations/limits): no snapshot of this one keeps their dead rows.
drop table rate_bucket;
drop table rate_window;
drop table key_claim;
