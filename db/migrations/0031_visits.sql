-- What whoever comes to an event wants to know before.

alter table events
  add column address text check (length(address) <= 200),
  -- In words, and in euros, for who reads it by machine; 0 is free.
  add column price text check (length(price) <= 100),
  add column price_amount double precision check (price_amount between 0 and 100000),
  add column age_min smallint check (age_min between 0 and 99),
  add column accessibility text check (length(accessibility) <= 500);

-- It answers with more than before; db/functions makes it anew.
drop function if exists get_safe_events() cascade;
