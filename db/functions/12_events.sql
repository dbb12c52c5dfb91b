-- Returns the ids of the teams for which the viewer may add events, and edit and delete all events. Teams with
-- `members_may_post_events` give this right to every member.
create or replace function list_event_team_ids() returns setof uuid
language sql stable security definer set search_path = public, pg_temp
as $$
  select m.team_id from team_members m join teams t on t.id = m.team_id
  where m.user_id = (select current_viewer()) and (m.role in ('owner', 'admin') or t.members_may_post_events)
$$;

grant select, delete,
  insert (id, slug, title, description, start_date, end_date, time_zone, is_all_day, location, country, color,
    user_id, team_id, event_type, featured, prize, max_participants, registration_url,
    address, price, price_amount, age_min, accessibility, image_url,
    language, translations, takes_signups, signup_from, signup_until, guests_max, offers_places,
    signup_questions, series_id, series_date),
  update (title, description, start_date, end_date, time_zone, is_all_day, location, country, color, team_id,
    event_type, featured, prize, max_participants, registration_url,
    address, price, price_amount, age_min, accessibility, image_url, is_cancelled, language,
    translations, takes_signups, signup_from, signup_until, guests_max, offers_places, signup_questions,
    series_id, is_detached, hidden_at)
  on events to daina_app;
grant select on events to daina_build;
-- can_see_event() in 21_signups.sql must have the same conditions.
create policy readers on events for select to daina_app, daina_build using (
  (hidden_at is null and (
    -- `is not true` also accepts events without a team, whose team_id is null.
    (event_type = 'public' and (team_id in (select list_hidden_team_ids())) is not true)
      or team_id in (select list_own_team_ids('member'))
  ))
    or (select is_super_admin())
    or team_id in (select list_own_team_ids('admin'))
    or (user_id = (select current_viewer()) and team_id in (select list_own_team_ids('member')))
);
create policy teams_add on events for insert to daina_app with check (
  (user_id = (select current_viewer()) and team_id in (select list_event_team_ids()) and not featured)
    or (select is_super_admin())
);
create policy teams_edit on events for update to daina_app
  using (team_id in (select list_event_team_ids()) or (select is_super_admin()));
create policy teams_delete on events for delete to daina_app
  using (team_id in (select list_event_team_ids()) or (select is_super_admin()));

-- This trigger lists all columns that an edit changes. It leaves out the counters, which change with each sign-up.
create trigger touch before update of title, description, start_date, end_date, time_zone, is_all_day, location,
  country, color, team_id, event_type, featured, prize, max_participants, registration_url,
    address, price, price_amount, age_min, accessibility, image_url,
  is_cancelled, language, translations, takes_signups, signup_from, signup_until, guests_max, offers_places,
  signup_questions on events
  for each row execute function touch_updated_at();
-- Triggers with the condition `new.updated_at <> old.updated_at` run for edits, but not when a counter changes.
create trigger confirmed_email before insert on events
  for each row execute function require_confirmed_email();
create trigger confirmed_email_of_edit after update on events
  for each row when (new.updated_at <> old.updated_at) execute function require_confirmed_email();
create trigger limit_per_day after insert on events referencing new table as added
  for each statement execute function enforce_daily_limit('events');
create trigger guard_featured before update of featured on events
  for each row when (new.featured is distinct from old.featured)
  execute function guard_for_super_admins('feature events');
create trigger guard_hidden before update of hidden_at on events
  for each row when (new.hidden_at is distinct from old.hidden_at)
  execute function guard_for_super_admins('hide events');
create trigger audit_hiding after update of hidden_at on events
  for each row when (new.hidden_at is distinct from old.hidden_at and is_super_admin())
  execute function write_audit_row('description', 'translations');
create trigger public_hiding after update of hidden_at on events
  for each row when (new.hidden_at is distinct from old.hidden_at and new.event_type = 'public')
  execute function raise_version_for_change('urgent');
create trigger audit after insert or delete on events
  for each row when (is_super_admin()) execute function write_audit_row('description', 'translations');
create trigger audit_edit after update on events
  for each row when (new.updated_at <> old.updated_at and is_super_admin())
  execute function write_audit_row('description', 'translations');

-- Raises the content version. The change is urgent if a super admin makes it, or if a public event is canceled,
-- restored, made private, or gets another start or place.
create or replace function raise_version_for_event() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform raise_version(
    is_super_admin() or (
      tg_op = 'UPDATE' and old.event_type = 'public' and (
        new.event_type <> 'public'
        or (old.is_cancelled, old.start_date, old.location, old.address)
          is distinct from (new.is_cancelled, new.start_date, new.location, new.address)
      )
    )
  );
  return null;
end $$;
create trigger public_insert after insert on events
  for each row when (new.event_type = 'public') execute function raise_version_for_event();
create trigger public_edit after update on events
  for each row when (
    new.updated_at <> old.updated_at and (old.event_type = 'public' or new.event_type = 'public')
  )
  execute function raise_version_for_event();
create trigger public_delete after delete on events
  for each row when (old.event_type = 'public') execute function raise_version_for_change('urgent');

-- The revision is the property SEQUENCE in calendar files (iCalendar), which must rise with each change.
create or replace function raise_revision() returns trigger
language plpgsql
as $$ begin new.revision := old.revision + 1; return new; end $$;
create trigger count_revision before update of title, description, start_date, end_date, time_zone,
  is_all_day, location, address, is_cancelled, language, translations on events for each row execute function raise_revision();

-- Returns the events that row-level security lets the viewer read. A public event is not listed if its team is hidden
-- or unreviewed; `unlisted_reason` is then 'hidden' or 'unreviewed'.
create or replace function list_visible_events()
returns table (
  id uuid, slug text, title text, description text, start_date timestamptz, end_date timestamptz,
  time_zone text, is_all_day boolean, location text, country text, color text, team_id uuid, team_name text,
  team_slug text, event_type text, featured boolean, prize text, max_participants integer,
  registration_url text, image_url text, is_cancelled boolean, is_listed boolean, unlisted_reason text,
  revision integer,
  created_at timestamptz, updated_at timestamptz, language text, translations jsonb, address text,
  price text, price_amount double precision, age_min smallint, accessibility text, signups jsonb,
  series jsonb, is_hidden boolean
)
language sql stable
as $$
  select e.id, e.slug, e.title, e.description, e.start_date, e.end_date,
    e.time_zone, e.is_all_day, e.location, e.country::text, e.color, e.team_id, t.name,
    t.slug, e.event_type, e.featured, e.prize, e.max_participants,
    e.registration_url, e.image_url, e.is_cancelled,
    e.event_type = 'public' and e.hidden_at is null and (e.team_id is null or t.reviewed_at is not null),
    case
      when e.event_type <> 'public' or e.team_id is null or e.hidden_at is not null then null
      when t.hidden_at is not null then 'hidden'
      when t.reviewed_at is null then 'unreviewed'
    end,
    e.revision,
    e.created_at, e.updated_at, e.language::text, e.translations, e.address,
    e.price, e.price_amount, e.age_min, e.accessibility,
    jsonb_build_object(
      'takes_signups', e.takes_signups, 'signup_from', e.signup_from, 'signup_until', e.signup_until,
      'guests_max', e.guests_max, 'offers_places', e.offers_places,
      'signup_questions', e.signup_questions, 'going', e.going_count,
      'offered', e.offered_count, 'interested', e.interested_count, 'waiting', e.waiting_count, 'came', e.came_count
    ),
    case when s.id is not null
      then jsonb_build_object('id', s.id, 'rule', s.rule, 'date', e.series_date, 'is_detached', e.is_detached)
    end,
    e.hidden_at is not null
  from events e left join teams t on t.id = e.team_id left join event_series s on s.id = e.series_id
$$;

-- Converts a local time in the time zone `zone`. If clocks go back and the local time occurs twice, returns the first
-- occurrence. If clocks go forward and skip the local time, returns the time an hour later.
create or replace function resolve_local_time(local_time timestamp, zone text) returns timestamptz
language sql stable parallel safe
as $$
  select case when (m - interval '1 hour') at time zone zone = local_time then m - interval '1 hour' else m end
  from (select local_time at time zone zone as m) as moments
$$;

-- Returns the end of an event from its local start and length. If clocks go forward and skip the start, the start is an
-- hour later, and the end of an event that is shorter than a day is an hour later as well.
create or replace function compute_event_end(starts timestamp, length interval, zone text) returns timestamptz
language sql stable parallel safe
as $$
  select case
    when length < interval '1 day' and m at time zone zone <> starts then m + length
    else greatest(m, resolve_local_time(starts + length, zone))
  end
  from (select resolve_local_time(starts, zone) as m) as start
$$;

grant select, delete,
  insert (id, lineage, team_id, rule, starts_at, ends_at, time_zone, until, excluded, generated_until),
  update (starts_at, ends_at, time_zone, until, excluded)
  on event_series to daina_app;
grant select on event_series to daina_build;
create policy readers on event_series for select to daina_app, daina_build
  using (exists (select from events e where e.series_id = event_series.id));
create policy editors on event_series to daina_app
  using (team_id in (select list_event_team_ids()) or (select is_super_admin()));

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

-- Returns the last day for which events of a series are created.
create or replace function get_series_horizon() returns date
language sql stable
as $$ select (now() at time zone 'UTC')::date + 366 $$;

-- Returns up to 50 series whose last generated day is more than a week before the horizon. Leaves out series that have
-- all their events (up to `until`).
create or replace function list_series_to_extend()
returns table (
  id uuid, rule text, first_date date, until date, excluded date[], generated_until date, title text
)
language sql stable security definer set search_path = public, pg_temp
as $$
  select s.id, s.rule, s.starts_at::date, least(s.until, get_series_horizon()), s.excluded, s.generated_until, t.title
  from event_series s,
    lateral (
      select e.title from events e where e.series_id = s.id order by e.is_detached, e.series_date desc limit 1
    ) as t
  where s.generated_until < least(s.until, get_series_horizon() - 7)
  order by s.generated_until, s.id
  limit 50
$$;

-- Extends a series with copies of its last event that was not edited on its own. If all events were edited on their
-- own, copies the last one. `dates` is `[{"id", "slug", "day"}]`.
create or replace function extend_series(series uuid, dates jsonb) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  s event_series;
  horizon date;
begin
  select * into s from event_series where id = series for update;
  horizon := least(s.until, get_series_horizon());
  if s.id is null or s.generated_until >= horizon then return; end if;
  insert into events (id, slug, series_id, series_date, start_date, end_date, time_zone, title, description,
    is_all_day, location, country, color, user_id, team_id, event_type, prize, max_participants,
    registration_url, image_url, language, translations, address, price, price_amount, age_min,
    accessibility, is_cancelled, takes_signups, signup_from, signup_until, guests_max, offers_places, signup_questions)
  select d.id, d.slug, s.id, d.day,
    resolve_local_time(d.day + s.starts_at::time, s.time_zone),
    compute_event_end(d.day + s.starts_at::time, s.ends_at - s.starts_at, s.time_zone),
    s.time_zone, e.title, e.description, e.is_all_day, e.location, e.country, e.color, e.user_id, e.team_id,
    e.event_type, e.prize, e.max_participants, e.registration_url, e.image_url, e.language, e.translations,
    e.address, e.price, e.price_amount, e.age_min, e.accessibility,
    -- A date that was canceled on its own does not cancel the added dates.
    e.is_cancelled and not e.is_detached, e.takes_signups,
    -- Sign-up opens and closes as long before the start as in the copied event.
    resolve_local_time((e.signup_from at time zone s.time_zone) + (d.day - e.series_date) * interval '1 day', s.time_zone),
    resolve_local_time((e.signup_until at time zone s.time_zone) + (d.day - e.series_date) * interval '1 day', s.time_zone),
    e.guests_max, e.offers_places, e.signup_questions
  from jsonb_to_recordset(dates) as d(id uuid, slug text, day date),
    lateral (
      select * from events e where e.series_id = s.id order by e.is_detached, e.series_date desc limit 1
    ) as e
  where d.day > s.generated_until and d.day <= horizon and not d.day = any(s.excluded)
  on conflict do nothing;
  update event_series set generated_until = horizon where id = s.id;
end $$;

grant select, insert (team_id, uid, event_id), update (event_id) on event_imports to daina_app;
create policy editors on event_imports to daina_app
  using (team_id in (select list_event_team_ids()) or (select is_super_admin()));

grant execute on function list_event_team_ids, resolve_local_time, compute_event_end to daina_app;
grant execute on function list_visible_events to daina_app, daina_build;
grant execute on function list_series_to_extend, extend_series to daina_auth;
