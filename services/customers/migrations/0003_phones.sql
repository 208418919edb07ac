-- An import finds people without an email by their phone number.
create index customer_by_phone on customer (store_id, phone) where phone <> '';
