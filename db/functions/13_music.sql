grant select on catalogue_items to daina_app, daina_build;
create policy everybody_reads on catalogue_items for select to daina_app, daina_build using (true);
grant select on catalogue_artists, catalogue_refreshes to daina_app;
create policy everybody_reads on catalogue_artists for select to daina_app using (true);
create policy super_admins_read on catalogue_refreshes for select to daina_app
  using ((select is_super_admin()));

-- The catalogue holds songs and albums of music services (providers). Leases its refresh for ten minutes to the first
-- caller after it is due, or after the configured `services` changed. Returns the provider of the stored charts,
-- and whether they are missing or more than a day old.
create or replace function lease_catalogue_refresh(services text)
returns table (provider text, is_old boolean)
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update catalogue_refreshes set wanted = services, next_at = now() + interval '10 minutes'
  where next_at <= now() or wanted is distinct from services;
  if not found then return; end if;
  return query
    select chart.provider, coalesce(chart.fetched_at < now() - interval '1 day', true)
    -- Returns a row even if no chart is stored.
    from (select) as one_row
    left join (select * from catalogue_items i where i.item_type = 'song' order by i.rank limit 1) chart
      on chart.rank is not null;
end $$;

-- After failures, the pause doubles from ten minutes to six hours, unless the service requested more (`pause_seconds`).
create or replace function end_catalogue_refresh(problem text, pause_seconds integer) returns void
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

-- Returns a hash that changes with the parts of the charts that built pages show.
create or replace function hash_charts() returns text
language sql stable
as $$
  select md5(coalesce(jsonb_agg(
    jsonb_build_array(item_type, item_id, name, artists, album_name, image_url, total_tracks, release_date, external_url)
    order by item_type, rank
  ), '[]')::text)
  from catalogue_items where rank is not null
$$;

-- Replaces the charts. Returns whether a build is needed. A change to another service needs a build at once. Other
-- changes need a build at most once a day; until then, `is_site_behind` marks them.
create or replace function replace_catalogue(source text, songs jsonb, albums jsonb) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  state catalogue_refreshes;
  former_source text;
  former_hash text;
  has_unbuilt_change boolean;
  needs_build boolean;
begin
  if jsonb_array_length(songs) = 0 or jsonb_array_length(albums) = 0 then
    raise exception 'an empty chart cannot replace the stored one';
  end if;
  select * into state from catalogue_refreshes for update;
  former_hash := hash_charts();
  select provider into former_source from catalogue_items
  where item_type = 'song' and rank is not null order by rank limit 1;

  update catalogue_items set rank = null where rank is not null;
  insert into catalogue_items (item_type, rank, provider, id, name, artists, image_url, external_url, album_name,
    popularity, total_tracks, release_date, fetched_at)
  select chart.item_type, i.rank, source, i.id, i.name, i.artists, i.image_url, i.external_url, i.album_name,
    i.popularity, i.total_tracks, i.release_date, now()
  from (values ('song', songs), ('album', albums)) as chart (item_type, items), rows from (
    jsonb_to_recordset(chart.items) as (id text, name text, artists text[], image_url text, external_url text,
      album_name text, popularity integer, total_tracks integer, release_date date)
  ) with ordinality as i (id, name, artists, image_url, external_url, album_name, popularity, total_tracks,
    release_date, rank)
  on conflict (item_type, provider, id) do update set
    rank = excluded.rank, name = excluded.name, artists = excluded.artists, image_url = excluded.image_url,
    external_url = excluded.external_url, album_name = excluded.album_name, popularity = excluded.popularity,
    total_tracks = excluded.total_tracks, release_date = excluded.release_date, fetched_at = excluded.fetched_at;

  has_unbuilt_change := state.is_site_behind or hash_charts() <> former_hash;
  needs_build := has_unbuilt_change and (
    former_source is distinct from source
    or coalesce(state.build_requested_at <= now() - interval '1 day', true)
  );
  update catalogue_refreshes
  set is_site_behind = has_unbuilt_change and not needs_build,
    build_requested_at = case when needs_build then now() else build_requested_at end;
  if needs_build then perform raise_version(is_urgent => false); end if;
  return needs_build;
end $$;

create or replace function store_catalogue_artist(source text, artist text, artist_id text) returns void
language sql security definer set search_path = public, pg_temp
as $$
  insert into catalogue_artists (provider, name, id) values (source, artist, artist_id)
  on conflict (provider, name) do update set id = excluded.id
$$;

-- Members have no right to insert likes, so that the names in likes come from the catalogue (like_item()).
grant select, delete on music_likes to daina_app;
create policy own_likes on music_likes to daina_app
  using (user_id = (select current_viewer()));

-- Returns 'liked', 'unknown' if the catalogue has never contained the item, or 'full' if the member has 2,000 likes.
create or replace function like_item(kind text, item text) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  viewer uuid := current_viewer();
  found_item record;
begin
  -- Locks the member's row, so that simultaneous calls cannot exceed the limit of 2,000 likes.
  perform from users where id = viewer for no key update;
  if not found then return 'unknown'; end if;
  if exists (select from music_likes where user_id = viewer and item_type = kind and item_id = item) then
    return 'liked';
  end if;
  select c.name, left(array_to_string(c.artists, ', '), 300) as artist into found_item
  from catalogue_items c where c.item_type = kind and c.item_id = item;
  if not found then return 'unknown'; end if;
  if (select count(*) from music_likes where user_id = viewer) >= 2000 then return 'full'; end if;
  insert into music_likes (user_id, item_type, item_id, item_name, item_artist)
  values (viewer, kind, item, found_item.name, found_item.artist);
  return 'liked';
end $$;

-- Returns the start of the week that contains `moment`: Monday at midnight in Riga. Each week has a new chart.
create or replace function get_chart_week(moment timestamptz) returns timestamptz
language sql stable
as $$ select date_trunc('week', moment, 'Europe/Riga') $$;

-- Returns the chart of the songs that members like most. Counts the likes of the four weeks before the last
-- Monday (PERIOD_MS in BalticTop.tsx is the same period).
-- `former_rank` is the rank a week before; null for a new entry.
create or replace function list_baltic_top(size integer, moment timestamptz default now())
returns table (item_id text, rank integer, former_rank integer, likes integer)
language sql stable security definer set search_path = public, pg_temp
as $$
  with ranked as (
    select l.item_id, ago.weeks, count(*)::integer as likes,
      row_number() over (
        partition by ago.weeks order by count(*) desc, max(l.created_at), l.item_id
      )::integer as rank
    from generate_series(0, 1) ago (weeks)
    join music_likes l on l.item_type = 'song'
      and l.created_at < get_chart_week(moment) - ago.weeks * interval '1 week'
      and l.created_at >= get_chart_week(moment) - (ago.weeks + 4) * interval '1 week'
    group by l.item_id, ago.weeks
  )
  select this_week.item_id, this_week.rank, last_week.rank, this_week.likes
  from ranked this_week
  left join ranked last_week
    on last_week.item_id = this_week.item_id and last_week.weeks = 1 and last_week.rank <= size
  where this_week.weeks = 0 and this_week.rank <= size
  order by this_week.rank
$$;

-- Returns the number of likes and the time of the newest like, for each song or album that a chart shows.
create or replace function count_item_likes()
returns table (item_type text, item_id text, likes integer, newest timestamptz)
language sql stable security definer set search_path = public, pg_temp
as $$
  select l.item_type, l.item_id, count(*)::integer, max(l.created_at)
  from music_likes l
  where exists (
    select from catalogue_items i
    where i.item_type = l.item_type and i.item_id = l.item_id and i.rank is not null
  ) or (l.item_type = 'song' and l.item_id in (select top.item_id from list_baltic_top(10) top))
  group by l.item_type, l.item_id
$$;

-- Raises the content version if it has not changed since Monday, because built pages show the chart of last week.
create or replace function begin_chart_week() returns boolean
language sql security definer set search_path = public, pg_temp
as $$
  with begun as (
    update content_state set version = version + 1, changed_at = now()
    where changed_at < get_chart_week(now())
      and exists (select from music_likes where item_type = 'song')
    returning 1
  )
  select exists (select from begun)
$$;

grant execute on function lease_catalogue_refresh, end_catalogue_refresh, replace_catalogue,
  store_catalogue_artist, begin_chart_week to daina_auth;
grant execute on function like_item to daina_app;
grant execute on function count_item_likes, get_chart_week, list_baltic_top to daina_app, daina_build;
