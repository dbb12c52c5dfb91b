-- Events without hours. They begin with a day and end with the beginning of another, where they are.
alter table events
  add column is_all_day boolean not null default false,
  add constraint events_all_day check (
    not is_all_day or (
      start_date = date_trunc('day', start_date, time_zone)
      and end_date = date_trunc('day', end_date, time_zone)
      and end_date > start_date
    )
  );

-- Made anew, with this column.
drop function if exists get_safe_events() cascade;
