create table events (
  id uuid primary key default gen_random_uuid(),
  title text not null check (length(btrim(title)) between 1 and 200),
  description text check (length(description) <= 10000),
  start_date timestamptz not null,
  end_date timestamptz not null,
  time_zone text not null default 'Europe/Riga',
  location text check (length(location) <= 200),
  country country_code,
  color text not null default '#3b82f6' check (color ~ '^#[0-9a-f]{6}$'),
  user_id uuid references users on delete set null,
  team_id uuid references teams on delete cascade,
  event_type text not null default 'public' check (event_type in ('public', 'team')),
  featured boolean not null default false,
  prize text check (length(prize) <= 200),
  max_participants integer check (max_participants >= 0),
  registration_url text check (registration_url ~ '^https?://'),
  image_url text check (image_url ~ '^/(uploads|art)/[A-Za-z0-9/_.-]+$'),
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  check (end_date >= start_date)
);
create index events_public on events (start_date, id) where event_type = 'public';
create index events_of_team on events (team_id, start_date);
create index events_of_user on events (user_id);
create trigger touch before update on events for each row execute function touch_updated_at();
alter table events enable row level security;
create policy public_to_everybody on events for select to daina_app using (event_type = 'public');
grant select on events to daina_app;

create trigger public_insert after insert on events
  for each row when (new.event_type = 'public') execute function raise_content_version();
create trigger public_update after update on events
  for each row when (old.event_type = 'public' or new.event_type = 'public')
  execute function raise_content_version();
create trigger public_delete after delete on events
  for each row when (old.event_type = 'public') execute function raise_content_version();

create function get_safe_events()
returns table (
  id uuid, title text, description text, start_date timestamptz, end_date timestamptz,
  time_zone text, location text, country text, color text, team_id uuid, event_type text,
  featured boolean, prize text, max_participants integer, registration_url text, image_url text,
  created_at timestamptz, updated_at timestamptz
)
language sql stable
as $$
  select e.id, e.title, e.description, e.start_date, e.end_date,
    e.time_zone, e.location, e.country::text, e.color, e.team_id, e.event_type,
    e.featured, e.prize, e.max_participants, e.registration_url, e.image_url,
    e.created_at, e.updated_at
  from events e
$$;
