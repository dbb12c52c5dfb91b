-- Upcoming and recent releases of artists, which super admins enter.
create table releases (
  id uuid primary key default gen_random_uuid(),
  artist_id uuid not null references artists on delete cascade,
  title text not null check (length(btrim(title)) between 1 and 120),
  release_type text not null check (release_type in ('single', 'mini_album', 'album', 'comeback', 'other')),
  -- The first day of the month if only the month is known.
  release_date date not null check (release_date between '2000-01-01' and '2100-12-31'),
  date_precision text not null default 'day' check (date_precision in ('day', 'month')),
  -- The release is upcoming until the end of this day.
  last_day date not null generated always as (
    case date_precision
      when 'month' then (release_date + interval '1 month' - interval '1 day')::date
      else release_date
    end
  ) stored,
  link_url text check (link_url ~ '^https://' and length(link_url) <= 500),
  note text check (length(btrim(note)) between 1 and 200),
  -- True if announce_releases() skips the release: its followers know that it is out, or it was out when it was added.
  is_announced boolean not null default false,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  check (date_precision = 'day' or extract(day from release_date) = 1)
);
create unique index releases_once on releases (artist_id, plain_text(title), release_type, release_date);
create index releases_by_date on releases (release_date, id);
alter table releases enable row level security;
create index releases_unannounced on releases (release_date) where not is_announced;

alter table catalogue_refreshes
  add column chart_notified_at timestamptz not null default date_trunc('milliseconds', now());
