-- "This and all that follow" splits a series. The parts keep the lineage of the original series, so that a change
-- of all dates reaches each of them. Series that were split before this migration stay separate.
alter table event_series add column lineage uuid not null default gen_random_uuid();
create index event_series_of_lineage on event_series (lineage);

-- The result of get_safe_events() gets a column; db/functions creates the function again.
drop function if exists get_safe_events() cascade;
