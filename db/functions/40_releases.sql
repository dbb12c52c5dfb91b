-- Releases of artists, and notifications of releases and of the weekly chart.

grant select on releases to daina_app, daina_build;
grant insert (id, artist_id, title, release_type, release_date, date_precision, link_url, note),
  update (artist_id, title, release_type, release_date, date_precision, link_url, note), delete
  on releases to daina_app;
create policy everybody_reads on releases for select to daina_app, daina_build using (true);
create policy super_admins_write on releases to daina_app using ((select is_super_admin()));

create trigger touch before update of artist_id, title, release_type, release_date, date_precision, link_url, note
  on releases for each row execute function touch_updated_at();
create trigger audit after insert or delete or update of artist_id, title, release_type, release_date,
  date_precision, link_url, note on releases
  for each row execute function write_audit_row('last_day', 'is_announced');
create trigger raise_version after insert or delete or update of artist_id, title, release_type, release_date,
  date_precision, link_url, note on releases
  for each row execute function raise_version_for_change('urgent');

create or replace function get_baltic_day() returns date
language sql stable
as $$ select (now() at time zone 'Europe/Riga')::date $$;

-- Notifies followers of the artist. A later notification about a release replaces the earlier one.
create or replace function notify_of_release(kind text, release releases) returns void
language sql
as $$
  select notify(kind, release.id, '{}', array_agg(f.user_id), array_agg('artist'::text))
  from follows f where f.artist_id = release.artist_id
$$;

-- Sets `is_announced` for a release whose day is today or earlier, so that announce_releases() skips it.
create or replace function plan_announcement() returns trigger
language plpgsql
as $$
begin
  new.is_announced := new.date_precision = 'day' and new.release_date <= get_baltic_day();
  return new;
end $$;
create trigger plan_of_new before insert on releases for each row execute function plan_announcement();
create trigger plan_of_new_date before update of release_date, date_precision on releases
  for each row when (
    (new.release_date, new.date_precision) is distinct from (old.release_date, old.date_precision)
  )
  execute function plan_announcement();

-- Notifies followers of a new release or date, except for a release that is over. A new date within an hour after the
-- release was added is a correction. Followers are notified of a correction only if the release is out today.
create or replace function notify_of_release_date() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if new.last_day < get_baltic_day() then return null; end if;
  if new.is_announced then
    perform notify_of_release('release_out', new);
  elsif tg_op = 'INSERT' then
    perform notify_of_release('release_added', new);
  elsif new.created_at < now() - interval '1 hour' then
    perform notify_of_release('release_moved', new);
  end if;
  return null;
end $$;
create trigger notify_of_new after insert on releases
  for each row execute function notify_of_release_date();
create trigger notify_of_new_date after update of release_date, date_precision on releases
  for each row when (
    (new.release_date, new.date_precision) is distinct from (old.release_date, old.date_precision)
  )
  execute function notify_of_release_date();

-- Announces today's releases from nine o'clock, and after an outage also yesterday's releases. Returns the number of
-- announced releases.
create or replace function announce_releases(moment timestamptz default now()) returns integer
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  today date := (moment at time zone 'Europe/Riga')::date;
  announced releases;
  announced_count integer := 0;
begin
  if (moment at time zone 'Europe/Riga')::time < '09:00' then return 0; end if;
  for announced in
    update releases set is_announced = true
    where not is_announced and date_precision = 'day' and release_date between today - 1 and today
    returning *
  loop
    perform notify_of_release('release_out', announced);
    announced_count := announced_count + 1;
  end loop;
  return announced_count;
end $$;

-- Notifies members who want this of a changed chart, once a week from nine o'clock on Monday. Returns whether members
-- were notified.
create or replace function notify_of_chart(moment timestamptz default now()) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  songs text[];
begin
  update catalogue_refreshes set chart_notified_at = moment
  where chart_notified_at < get_chart_week(moment) and moment >= get_chart_week(moment) + interval '9 hours';
  if not found then return false; end if;
  songs := array(select item_id from list_baltic_top(10, moment) order by rank);
  if songs = '{}' or songs = array(select item_id from list_baltic_top(10, moment - interval '7 days') order by rank)
  then return false; end if;
  perform notify('chart_changed', md5('baltic_top')::uuid, '{}', array_agg(p.user_id), '{}', (
    select jsonb_build_object('title', format('1. %s · %s', s.name, array_to_string(s.artists, ', ')))
    from catalogue_items s where s.item_type = 'song' and s.item_id = songs[1]
  ))
  from notification_preferences p where p.topic = 'chart' and (p.bell or p.push);
  return true;
end $$;

grant execute on function get_baltic_day to daina_app;
grant execute on function announce_releases, notify_of_chart to daina_auth;
