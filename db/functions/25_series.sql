-- Series of events. Which dates a rule has is worked out by the functions of the site (rrule-temporal); what
-- moment an hour is on each of them, here.

-- The moment at which clocks show this: the first of two in autumn, and in the hour that spring leaves out the
-- one after it.
create or replace function moment_at(wall timestamp, zone text) returns timestamptz
language sql stable parallel safe
as $$
  select case when (m - interval '1 hour') at time zone zone = wall then m - interval '1 hour' else m end
  from (select wall at time zone zone as m) as shown
$$;
grant execute on function moment_at(timestamp, text) to daina_app;

-- Returns the end of an event from its local start time and its length in local time. A start in the hour skipped in
-- spring moves by an hour, and so does the end if the event is shorter than a day.
create or replace function end_at(starts timestamp, length interval, zone text) returns timestamptz
language sql stable parallel safe
as $$
  select case
    when length < interval '1 day' and m at time zone zone <> starts then m + length
    else greatest(m, moment_at(starts + length, zone))
  end
  from (select moment_at(starts, zone) as m) as start
$$;
grant execute on function end_at(timestamp, interval, text) to daina_app;

grant select, delete,
  insert (id, lineage, team_id, rule, starts_at, ends_at, time_zone, until, excluded, generated_until),
  update (starts_at, ends_at, time_zone, until, excluded)
  on event_series to daina_app;
grant select on event_series to daina_build;
-- Whoever sees one of its dates sees that it repeats.
create policy readers on event_series for select to daina_app, daina_build
  using (exists (select from events e where e.series_id = event_series.id));
create policy editors on event_series for select to daina_app
  using (team_id in (select event_team_ids()) or (select is_super_admin()));
create policy teams_add on event_series for insert to daina_app
  with check (team_id in (select event_team_ids()) or (select is_super_admin()));
create policy teams_edit on event_series for update to daina_app
  using (team_id in (select event_team_ids()) or (select is_super_admin()));
create policy teams_delete on event_series for delete to daina_app
  using (team_id in (select event_team_ids()) or (select is_super_admin()));

-- A series whose last row went, to the trash or to another series, goes too.
create or replace function delete_empty_series() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from event_series s
  where s.id = old.series_id and not exists (select from events e where e.series_id = s.id);
  return null;
end $$;
create trigger empty_series after delete or update of series_id on events
  for each row when (old.series_id is not null) execute function delete_empty_series();

-- How far ahead there are rows.
create or replace function series_horizon() returns date
language sql stable
as $$ select (now() at time zone 'UTC')::date + 366 $$;

-- Series whose rows end a week or more before they might, with what a new row is called by.
create or replace function series_to_extend()
returns table (
  id uuid, rule text, first_date date, until date, excluded date[], generated_until date, title text
)
language sql stable security definer set search_path = public, pg_temp
as $$
  select s.id, s.rule, s.starts_at::date, least(s.until, series_horizon()), s.excluded, s.generated_until, t.title
  from event_series s,
    lateral (
      select e.title from events e where e.series_id = s.id order by e.is_detached, e.series_date desc limit 1
    ) as t
  where s.generated_until < least(s.until, series_horizon() - 7)
  order by s.generated_until, s.id
  limit 50
$$;
grant execute on function series_to_extend() to daina_auth;

-- Makes the rows of these dates (`[{"id", "slug", "day"}]`) like the last one that nobody edited by itself;
-- as nobody, so that it is no member's writing.
create or replace function extend_series(series uuid, dates jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  s event_series;
  horizon date;
begin
  select * into s from event_series where id = series for update;
  horizon := least(s.until, series_horizon());
  if s.id is null or s.generated_until >= horizon then return; end if;
  insert into events (id, slug, series_id, series_date, start_date, end_date, time_zone, title, description,
    is_all_day, location, country, color, user_id, team_id, event_type, prize, max_participants,
    registration_url, image_url, language, translations, address, price, price_amount, age_min,
    accessibility, takes_signups, signup_from, signup_until, guests_max, offers_places, signup_questions)
  select d.id, d.slug, s.id, d.day,
    moment_at(d.day + s.starts_at::time, s.time_zone),
    end_at(d.day + s.starts_at::time, s.ends_at - s.starts_at, s.time_zone),
    s.time_zone, e.title, e.description, e.is_all_day, e.location, e.country, e.color, e.user_id, e.team_id,
    e.event_type, e.prize, e.max_participants, e.registration_url, e.image_url, e.language, e.translations,
    e.address, e.price, e.price_amount, e.age_min, e.accessibility, e.takes_signups,
    -- As long before it as for the one that it is made like.
    moment_at((e.signup_from at time zone s.time_zone) + (d.day - e.series_date) * interval '1 day', s.time_zone),
    moment_at((e.signup_until at time zone s.time_zone) + (d.day - e.series_date) * interval '1 day', s.time_zone),
    e.guests_max, e.offers_places, e.signup_questions
  from jsonb_to_recordset(dates) as d(id uuid, slug text, day date),
    lateral (
      select * from events e where e.series_id = s.id order by e.is_detached, e.series_date desc limit 1
    ) as e
  where d.day > s.generated_until and d.day <= horizon and not d.day = any(s.excluded)
  on conflict do nothing;
  update event_series set generated_until = horizon where id = s.id;
end $$;
grant execute on function extend_series(uuid, jsonb) to daina_auth;
