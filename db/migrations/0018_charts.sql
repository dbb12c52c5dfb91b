-- Charts from one music service or another, replaced as a whole; what leaves them stays known to those
-- who like it.

alter table catalogue_songs
  -- Null for a song that is in the chart no more.
  alter column rank drop not null,
  -- What the site knows it by: no two services can mean different songs by it.
  add column item_id text not null unique generated always as (provider || '-' || id) stored,
  add check (provider ~ '^[a-z]+$' and length(provider) <= 20 and id ~ '^[A-Za-z0-9-]{1,60}$'),
  add check (length(name) between 1 and 300 and length(image_url) <= 1000);
drop index catalogue_songs_by_rank;
create index catalogue_songs_by_rank on catalogue_songs (rank) where rank is not null;

alter table catalogue_albums
  add column rank integer check (rank > 0),
  add column item_id text not null unique generated always as (provider || '-' || id) stored,
  add check (provider ~ '^[a-z]+$' and length(provider) <= 20 and id ~ '^[A-Za-z0-9-]{1,60}$'),
  add check (length(name) between 1 and 300 and length(image_url) <= 1000);
update catalogue_albums a set rank = r.rank
from (
  select provider, id, row_number() over (order by release_date desc nulls last, id) as rank
  from catalogue_albums
) r
where (r.provider, r.id) = (a.provider, a.id);
drop index catalogue_albums_by_release;
create index catalogue_albums_by_rank on catalogue_albums (rank) where rank is not null;

-- Until now there was the snapshot alone, and its ids stood by themselves.
update music_likes set item_id = 'snapshot-' || item_id where item_id ~ '^(song|album)-[0-9]+$';
update profiles set favorite_song_id = 'snapshot-' || favorite_song_id
where favorite_song_id ~ '^song-[0-9]+$';

-- When to ask the music services again: remembered here, so that of several instances one does.
create table catalogue_refreshes (
  singleton boolean primary key default true check (singleton),
  -- The services that were wanted at the last try; with others it is due at once.
  wanted text,
  next_at timestamptz not null default now(),
  failures integer not null default 0,
  last_error text,
  -- Whether the built site shows an older chart, and when it was last told to show a newer one.
  is_site_behind boolean not null default false,
  site_told_at timestamptz
);
insert into catalogue_refreshes default values;
alter table catalogue_refreshes enable row level security;
create policy super_admins_read on catalogue_refreshes for select to daina_app
  using ((select is_super_admin()));
grant select on catalogue_refreshes to daina_app;

-- Whose turn it is: one row for the first who asks when it is due, none for others. Whoever has the turn
-- and never comes back has it for ten minutes.
create function take_catalogue_refresh(wanted_now text)
returns table (provider text, is_old boolean)
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update catalogue_refreshes set wanted = wanted_now, next_at = now() + interval '10 minutes'
  where next_at <= now() or wanted is distinct from wanted_now;
  if not found then return; end if;
  return query
    select chart.provider, coalesce(chart.fetched_at < now() - interval '1 day', true)
    from (select) one
    left join (select * from catalogue_songs s order by s.rank limit 1) chart on chart.rank is not null;
end $$;
revoke execute on function take_catalogue_refresh(text) from public;
grant execute on function take_catalogue_refresh(text) to daina_app;

-- A refresh that worked is followed by the next in six hours; after failures there are pauses that
-- double, from ten minutes on, or the longer one that the service asked for.
create function end_catalogue_refresh(problem text, pause_seconds integer) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update catalogue_refreshes
  set failures = case when problem is null then 0 else failures + 1 end,
    last_error = left(problem, 1000),
    next_at = now() + case
      when problem is null then interval '6 hours'
      else greatest(
        least(interval '10 minutes' * (2 ^ least(failures, 10)), interval '6 hours'),
        make_interval(secs => least(pause_seconds, 86400))
      )
    end
$$;
revoke execute on function end_catalogue_refresh(text, integer) from public;
grant execute on function end_catalogue_refresh(text, integer) to daina_app;

create function catalogue_digest() returns text
language sql stable
as $$
  select md5(jsonb_build_array(
    (
      select jsonb_agg(
        jsonb_build_array(item_id, name, artists, album_name, image_url, external_url) order by rank
      )
      from catalogue_songs where rank is not null
    ),
    (
      select jsonb_agg(
        jsonb_build_array(item_id, name, artists, image_url, total_tracks, release_date, external_url)
        order by rank
      )
      from catalogue_albums where rank is not null
    )
  )::text)
$$;

-- Puts these songs and albums, first things first, in the place of the charts there are. Answers whether
-- the site is to be built anew: where the charts differ, once a day, or at once for another service's.
create function replace_catalogue(source text, songs jsonb, albums jsonb) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  state catalogue_refreshes;
  former_source text;
  former_digest text;
  is_behind boolean;
  tells_site boolean;
begin
  if jsonb_array_length(songs) = 0 or jsonb_array_length(albums) = 0 then
    raise exception 'a chart is never replaced by nothing';
  end if;
  -- Two who replace at once take turns.
  select * into state from catalogue_refreshes for update;
  former_digest := catalogue_digest();
  select provider into former_source from catalogue_songs where rank is not null order by rank limit 1;

  update catalogue_songs set rank = null where rank is not null;
  insert into catalogue_songs (rank, provider, id, name, artists, album_name, image_url, popularity,
    external_url, fetched_at)
  select s.rank, source, s.id, s.name, s.artists, s.album_name, s.image_url, s.popularity,
    s.external_url, now()
  from rows from (
    jsonb_to_recordset(songs) as (id text, name text, artists text[], album_name text, image_url text,
      popularity integer, external_url text)
  ) with ordinality as s (id, name, artists, album_name, image_url, popularity, external_url, rank)
  on conflict (provider, id) do update set
    rank = excluded.rank, name = excluded.name, artists = excluded.artists,
    album_name = excluded.album_name, image_url = excluded.image_url,
    popularity = excluded.popularity, external_url = excluded.external_url,
    fetched_at = excluded.fetched_at;

  update catalogue_albums set rank = null where rank is not null;
  insert into catalogue_albums (rank, provider, id, name, artists, image_url, total_tracks,
    release_date, external_url, fetched_at)
  select a.rank, source, a.id, a.name, a.artists, a.image_url, a.total_tracks, a.release_date,
    a.external_url, now()
  from rows from (
    jsonb_to_recordset(albums) as (id text, name text, artists text[], image_url text,
      total_tracks integer, release_date date, external_url text)
  ) with ordinality as a (id, name, artists, image_url, total_tracks, release_date, external_url, rank)
  on conflict (provider, id) do update set
    rank = excluded.rank, name = excluded.name, artists = excluded.artists,
    image_url = excluded.image_url, total_tracks = excluded.total_tracks,
    release_date = excluded.release_date, external_url = excluded.external_url,
    fetched_at = excluded.fetched_at;

  is_behind := state.is_site_behind or catalogue_digest() <> former_digest;
  tells_site := is_behind and (
    former_source is distinct from source
    or coalesce(state.site_told_at <= now() - interval '1 day', true)
  );
  update catalogue_refreshes
  set is_site_behind = is_behind and not tells_site,
    site_told_at = case when tells_site then now() else site_told_at end;
  if tells_site then
    update content_state set version = version + 1, changed_at = now();
  end if;
  return tells_site;
end $$;
revoke execute on function replace_catalogue(text, jsonb, jsonb) from public;
grant execute on function replace_catalogue(text, jsonb, jsonb) to daina_app;

-- Which artist a service means by a name, once it has been found.
create table catalogue_artists (
  provider text not null,
  name text not null check (length(name) between 1 and 100),
  id text not null check (id ~ '^[A-Za-z0-9-]{1,60}$'),
  primary key (provider, name)
);
alter table catalogue_artists enable row level security;
create policy everybody_reads on catalogue_artists for select to daina_app using (true);
grant select on catalogue_artists to daina_app;

create function keep_catalogue_artist(source text, artist text, artist_id text) returns void
language sql security definer set search_path = public, pg_temp
as $$
  insert into catalogue_artists (provider, name, id) values (source, artist, artist_id)
  on conflict (provider, name) do update set id = excluded.id
$$;
revoke execute on function keep_catalogue_artist(text, text, text) from public;
grant execute on function keep_catalogue_artist(text, text, text) to daina_app;
