-- What a build compares to find which articles have changed: a group is an article with its translations, and others.
-- Stored, since a condition on what is computed is only tried once row-level security has let a row through.
alter table news
  add column group_number integer not null
    generated always as (uuid_hash(coalesce(original_id, id)) & 1023) stored,
  add column version_hash bigint not null
    generated always as (hash_record_extended(row(id, updated_at, author_id), 0)) stored;
create index news_groups on news (group_number, version_hash) where is_published;
-- The index is read without the table where that has been vacuumed, and usually a fifth of it is new before it is.
alter table news set (autovacuum_vacuum_insert_threshold = 100, autovacuum_vacuum_insert_scale_factor = 0);
