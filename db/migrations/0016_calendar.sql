-- The calendar: who adds what, addresses of public events, and what feeds need.

alter table events
  add column slug text,
  add column is_cancelled boolean not null default false,
  -- How often it was changed: iCalendar's SEQUENCE.
  add column revision integer not null default 0;

-- Addresses for what was there before; new ones are made from the title by the application.
update events set slug = trim(both '-' from left(
  regexp_replace(plain_text(title), '[^a-z0-9]+', '-', 'g'), 90)) || '-' || left(id::text, 8);
update events set slug = ltrim(slug, '-');
alter table events
  alter column slug set not null,
  add constraint events_slug_key unique (slug),
  add check (length(slug) <= 120 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  add check (slug not in ('page', 'new', 'mine', 'shell', 'feed')),
  -- Years that every clock and format of ours knows.
  add check (start_date >= '2000-01-01' and end_date < '2101-01-01'),
  -- A known zone: asking Postgres for the time there fails for any other.
  add check (now() at time zone time_zone is not null);

create function count_revision() returns trigger
language plpgsql
as $$ begin new.revision := old.revision + 1; return new; end $$;
create trigger count_revision before update of title, description, start_date, end_date, time_zone,
  location, is_cancelled on events for each row execute function count_revision();
drop trigger touch on events;
create trigger touch before update of title, description, start_date, end_date, time_zone, location,
  country, color, team_id, event_type, featured, prize, max_participants, registration_url, image_url,
  is_cancelled on events for each row execute function touch_updated_at();

create index events_by_start on events (start_date, id);
create index events_by_country on events (country, start_date, id);

-- Teams whose calendar the viewer may write: owners and admins, and members where the team lets them.
create function event_team_ids() returns setof uuid
language sql stable security definer set search_path = public, pg_temp
as $$
  select m.team_id from team_members m join teams t on t.id = m.team_id
  where m.user_id = current_viewer() and (m.role in ('owner', 'admin') or t.members_may_post_events)
$$;
revoke execute on function event_team_ids() from public;
grant execute on function event_team_ids() to daina_app;

drop policy public_to_everybody on events;
create policy readers on events for select to daina_app using (
  event_type = 'public' or team_id in (select own_team_ids('member')) or (select is_super_admin())
);
-- What is featured on the front page is the editors' to say.
create policy teams_add on events for insert to daina_app with check (
  (user_id = (select current_viewer()) and team_id in (select event_team_ids()) and not featured)
    or (select is_super_admin())
);
create policy teams_edit on events for update to daina_app
  using (team_id in (select event_team_ids()) or (select is_super_admin()))
  with check (team_id in (select event_team_ids()) or (select is_super_admin()));
create policy teams_delete on events for delete to daina_app
  using (team_id in (select event_team_ids()) or (select is_super_admin()));
grant insert (id, slug, title, description, start_date, end_date, time_zone, location, country, color,
    user_id, team_id, event_type, featured, prize, max_participants, registration_url, image_url),
  update (title, description, start_date, end_date, time_zone, location, country, color, team_id,
    event_type, featured, prize, max_participants, registration_url, image_url, is_cancelled),
  delete on events to daina_app;

drop function get_safe_events();
create function get_safe_events()
returns table (
  id uuid, slug text, title text, description text, start_date timestamptz, end_date timestamptz,
  time_zone text, location text, country text, color text, team_id uuid, team_name text,
  team_slug text, event_type text, featured boolean, prize text, max_participants integer,
  registration_url text, image_url text, is_cancelled boolean, revision integer,
  created_at timestamptz, updated_at timestamptz
)
language sql stable
as $$
  select e.id, e.slug, e.title, e.description, e.start_date, e.end_date,
    e.time_zone, e.location, e.country::text, e.color, e.team_id, t.name,
    t.slug, e.event_type, e.featured, e.prize, e.max_participants,
    e.registration_url, e.image_url, e.is_cancelled, e.revision,
    e.created_at, e.updated_at
  from events e left join teams t on t.id = e.team_id
$$;

-- A featured event is its team's to change, but whether it is featured is the editors'.
create function guard_featured() returns trigger
language plpgsql
as $$
begin
  if new.featured is distinct from old.featured and current_viewer() is not null and not is_super_admin()
  then
    raise exception 'only editors feature events' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard_featured before update of featured on events
  for each row execute function guard_featured();
