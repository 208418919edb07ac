-- Up Migration

alter table idempotency_record add column subject_id text collate "C";
comment on column idempotency_record.subject_id is 'The person whose data the response contains, by which an erasure finds the record. Null when it contains none.';
create index idempotency_record_of_subject on idempotency_record (store_id, subject_id) where subject_id is not null;
