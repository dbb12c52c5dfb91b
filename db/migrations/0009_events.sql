create table events (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique
    check (length(slug) <= 120 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
    check (slug not in ('page', 'new', 'mine', 'shell', 'feed')),
  title text not null check (length(btrim(title)) between 1 and 200),
  description text check (length(description) <= 10000),
  start_date timestamptz not null,
  end_date timestamptz not null,
  time_zone text not null default 'Europe/Riga'
    -- A known zone: asking Postgres for the time there fails for any other.
    check (now() at time zone time_zone is not null),
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
  is_cancelled boolean not null default false,
  -- How often it was changed: iCalendar's SEQUENCE.
  revision integer not null default 0,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  check (end_date >= start_date),
  -- Years that every clock and format of ours knows.
  check (start_date >= '2000-01-01' and end_date < '2101-01-01')
);
create index events_public on events (start_date, id) where event_type = 'public';
create index events_by_start on events (start_date, id);
create index events_by_country on events (country, start_date, id);
create index events_of_team on events (team_id, start_date);
create index events_of_user on events (user_id);
create index events_by_creation on events (created_at desc, id desc);
create index events_by_name on events (plain_text(title), id);
create index events_by_words on events
  using gin (
    plain_text(title || ' ' || coalesce(location, '') || ' ' || coalesce(description, '')) gin_trgm_ops
  ) with (fastupdate = off);
alter table events enable row level security;
