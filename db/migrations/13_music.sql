-- Songs and albums of the charts. They are kept after they leave the charts (`rank` is null), because members may have
-- liked them.

create table catalogue_items (
  item_type text not null check (item_type in ('song', 'album')),
  provider text not null,
  id text not null,
  rank integer check (rank > 0),
  name text not null check (length(name) between 1 and 300),
  artists text[] not null check (cardinality(artists) > 0),
  image_url text check (length(image_url) <= 1000),
  external_url text not null check (external_url ~ '^https://'),
  album_name text,
  popularity integer check (popularity between 0 and 100),
  total_tracks integer check (total_tracks > 0),
  release_date date,
  fetched_at timestamptz not null default now(),
  -- The id on this site, such as 'deezer-123': ids of music services are unique only within a service.
  item_id text not null generated always as (provider || '-' || id) stored,
  primary key (item_type, provider, id),
  unique (item_type, item_id),
  check (provider ~ '^[a-z]+$' and length(provider) <= 20 and id ~ '^[A-Za-z0-9-]{1,60}$')
);
create index catalogue_items_by_rank on catalogue_items (item_type, rank) where rank is not null;
alter table catalogue_items enable row level security;

-- Ids of artists at a music service, by name.
create table catalogue_artists (
  provider text not null,
  name text not null check (length(name) between 1 and 100),
  id text not null check (id ~ '^[A-Za-z0-9-]{1,60}$'),
  primary key (provider, name)
);
alter table catalogue_artists enable row level security;

-- One row with the state of the scheduled refresh of the charts.
create table catalogue_refreshes (
  singleton boolean primary key default true check (singleton),
  -- Names of the music services of the last refresh.
  wanted text,
  next_at timestamptz not null default now(),
  failures integer not null default 0,
  last_error text,
  -- True if the built pages show older charts than the database has.
  is_site_behind boolean not null default false,
  build_requested_at timestamptz
);
insert into catalogue_refreshes default values;
alter table catalogue_refreshes enable row level security;

create table music_likes (
  user_id uuid not null references users on delete cascade,
  item_type text not null check (item_type in ('song', 'album')),
  item_id text not null check (length(item_id) between 1 and 100),
  item_name text not null check (length(item_name) between 1 and 300),
  item_artist text not null check (length(item_artist) <= 300),
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (user_id, item_type, item_id)
);
create index music_likes_by_item on music_likes (item_type, item_id, created_at);
alter table music_likes enable row level security;
