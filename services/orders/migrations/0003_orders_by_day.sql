-- Up Migration

-- Of all stores, for the platform. It has no figures, so updating them does not touch it.
create index sales_of_day_by_day on sales_of_day (day);
