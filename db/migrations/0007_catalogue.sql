-- Songs and albums as a music service listed them, with where and when they were fetched.

create table catalogue_songs (
  provider text not null,
  id text not null,
  rank integer not null check (rank > 0),
  name text not null,
  artists text[] not null check (cardinality(artists) > 0),
  album_name text,
  image_url text,
  popularity integer check (popularity between 0 and 100),
  external_url text not null check (external_url ~ '^https://'),
  fetched_at timestamptz not null default now(),
  primary key (provider, id)
);
create index catalogue_songs_by_rank on catalogue_songs (rank);
alter table catalogue_songs enable row level security;
create policy everybody_reads on catalogue_songs for select to daina_app using (true);
grant select on catalogue_songs to daina_app;

create table catalogue_albums (
  provider text not null,
  id text not null,
  name text not null,
  artists text[] not null check (cardinality(artists) > 0),
  image_url text,
  total_tracks integer check (total_tracks > 0),
  release_date date,
  external_url text not null check (external_url ~ '^https://'),
  fetched_at timestamptz not null default now(),
  primary key (provider, id)
);
create index catalogue_albums_by_release on catalogue_albums (release_date desc, id);
alter table catalogue_albums enable row level security;
create policy everybody_reads on catalogue_albums for select to daina_app using (true);
grant select on catalogue_albums to daina_app;
