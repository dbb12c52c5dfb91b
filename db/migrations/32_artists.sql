-- The refresh of the charts adds artists, and super admins correct them.
create table artists (
  id uuid primary key default gen_random_uuid(),
  -- The slug never changes. The refused values are paths of other pages under /music.
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(slug) <= 120)
    check (slug not in ('rest', 'releases', 'artists', 'songs', 'albums')),
  -- Slugs of artists that were merged into this one.
  former_slugs text[] not null default '{}',
  name text not null check (length(name) between 1 and 100),
  hangul text check (length(hangul) between 1 and 100),
  aliases text[] not null default '{}'
    check (cardinality(aliases) <= 20 and length(array_to_string(aliases, '')) <= 1000),
  website_url text check (website_url ~ '^https://' and length(website_url) <= 500),
  instagram_url text check (instagram_url ~ '^https://' and length(instagram_url) <= 500),
  youtube_url text check (youtube_url ~ '^https://' and length(youtube_url) <= 500),
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now())
);
alter table artists enable row level security;

-- Normalized spellings of artists' names (to_artist_key()), by which artists are recognized. A key belongs to one
-- artist.
create table artist_keys (
  key text primary key check (key <> ''),
  artist_id uuid not null references artists on delete cascade
);
create index artist_keys_of_artist on artist_keys (artist_id);
alter table artist_keys enable row level security;

-- The artists of each song and album, including featured artists.
create table catalogue_credits (
  artist_id uuid not null references artists on delete cascade,
  item_type text not null,
  item_id text not null,
  primary key (artist_id, item_type, item_id),
  foreign key (item_type, item_id) references catalogue_items (item_type, item_id) on delete cascade
);
create index catalogue_credits_of_item on catalogue_credits (item_type, item_id);
alter table catalogue_credits enable row level security;

alter table follows add column artist_id uuid references artists on delete cascade;
alter table follows drop constraint follows_user_id_team_id_country_key;
alter table follows add constraint follows_once
  unique nulls not distinct (user_id, team_id, country, artist_id);
alter table follows drop constraint follows_check;
alter table follows add constraint follows_names_one check (num_nonnulls(team_id, country, artist_id) = 1);
create index follows_of_artist on follows (artist_id) where artist_id is not null;
