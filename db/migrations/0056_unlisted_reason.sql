-- The result of get_safe_events() gets a column; db/functions creates the function again.
drop function if exists get_safe_events() cascade;
