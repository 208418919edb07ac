-- Up Migration

alter table key_claim add column refusal bytea;
comment on column key_claim.refusal is 'What the request was refused with (message Refusal); null when it was not refused.';
