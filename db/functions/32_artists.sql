-- Artists, the spellings of their names, and the songs and albums that credit them.

grant select on artists, artist_keys, catalogue_credits to daina_app, daina_build;
create policy everybody_reads on artists for select to daina_app, daina_build using (true);
create policy everybody_reads on artist_keys for select to daina_app, daina_build using (true);
create policy everybody_reads on catalogue_credits for select to daina_app, daina_build using (true);

grant insert (slug, name, hangul, aliases, website_url, instagram_url, youtube_url),
  update (name, hangul, aliases, website_url, instagram_url, youtube_url) on artists to daina_app;
create policy super_admins_add on artists for insert to daina_app with check ((select is_super_admin()));
create policy super_admins_edit on artists for update to daina_app using ((select is_super_admin()));
create trigger touch before update on artists for each row execute function touch_updated_at();
create trigger audit after insert or update or delete on artists
  for each row when (is_super_admin()) execute function write_audit_row();
create trigger raise_version after insert or update or delete on artists
  for each row execute function raise_version_for_change();

-- Returns a key that is equal for spellings of the same name, such as "(G)I-DLE" and "g idle". Must match toArtistKey()
-- in src/features/artists/names.ts.
create or replace function to_artist_key(name text) returns text
language sql immutable strict
as $$ select regexp_replace(lower(normalize(name, NFKD)), '[^[:alnum:]]', '', 'g') $$;

-- Returns the names of artists in the credits and the title of a song or album: A, B and "A & B" for the credit
-- "A & B", and C for the title "Title (feat. C)".
create or replace function list_credited_names(credits text[], title text) returns setof text
language sql immutable
as $$
  select unnest(credits)
  union
  select regexp_split_to_table(
    credit, '\s+(?:&|x|×|and|with|feat\.?|ft\.?|featuring)\s+|\s*[,/;]\s*', 'i'
  )
  from (
    select unnest(credits)
    union
    select (regexp_match(title, '[([](?:feat\.?|ft\.?|featuring|with)\s+([^)\]]+)', 'i'))[1]
  ) texts (credit)
$$;

create or replace function link_credits() returns void
language sql
as $$
  with credits as (
    select distinct k.artist_id, i.item_type, i.item_id
    from catalogue_items i
      cross join list_credited_names(i.artists, i.name) credited (name)
      join artist_keys k on k.key = to_artist_key(credited.name)
  ), outdated as (
    delete from catalogue_credits c
    where not exists (
      select from credits n
      where n.artist_id = c.artist_id and n.item_type = c.item_type and n.item_id = c.item_id
    )
  )
  insert into catalogue_credits (artist_id, item_type, item_id)
  select artist_id, item_type, item_id from credits
  on conflict do nothing
$$;

-- Stores the keys of all spellings of the changed artists. If a new spelling matches a favorite group of a member, the
-- member then follows the artist.
create or replace function index_artists() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if not exists (select from changed) then return null; end if;
  delete from artist_keys k using changed a
  where k.artist_id = a.id
    and k.key not in (select to_artist_key(s) from unnest(array[a.name, a.hangul] || a.aliases) s where s is not null);
  with spelled as (
    select distinct a.id, to_artist_key(s) as key
    from changed a cross join unnest(array[a.name, a.hangul] || a.aliases) s
  ), added as (
    insert into artist_keys (artist_id, key)
    select s.id, s.key from spelled s
    where s.key <> '' and not exists (
      select from artist_keys k where k.artist_id = s.id and k.key = s.key
    )
    returning artist_id, key
  )
  insert into follows (user_id, artist_id)
  select u.id, n.artist_id
  from users u cross join unnest(u.favorite_groups) favorite join added n on n.key = to_artist_key(favorite)
  on conflict do nothing;
  perform link_credits();
  return null;
end $$;
create trigger index_added after insert on artists
  referencing new table as changed for each statement execute function index_artists();
create trigger index_updated after update on artists
  referencing new table as changed for each statement execute function index_artists();

-- Adds the artists of `list` that share no spelling with a stored artist; `list` is `[{slug, name, hangul, aliases},
-- …]`. Leaves stored artists unchanged, because super admins may have corrected them. Returns whether artists were
-- added.
create or replace function store_artists(list jsonb) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  has_added boolean;
begin
  -- This lock waits for a concurrent call of store_artists() or replace_catalogue(), which lock the same row.
  perform from catalogue_refreshes for update;
  with listed as (
    select * from jsonb_to_recordset(list) as a (slug text, name text, hangul text, aliases text[])
  )
  insert into artists (slug, name, hangul, aliases)
  select slug, name, hangul, aliases from listed l
  where not exists (
    select from artist_keys k
    where k.key in (select to_artist_key(s) from unnest(array[l.name, l.hangul] || l.aliases) s)
  )
  on conflict (slug) do nothing;
  has_added := found;
  perform link_credits();
  return has_added;
end $$;

-- Merges the artist `duplicate` into the artist `target`. Moves the followers, releases and spellings to the target,
-- and deletes the duplicate with the releases that the target already has. The duplicate's slugs become former slugs of
-- the target. Returns false if one of the artists does not exist, or if both are the same.
create or replace function merge_artists(duplicate uuid, target uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  merged artists;
begin
  perform require_super_admin();
  -- Locks both artists in the order of their ids, so that two merges of the same artists do not deadlock.
  perform from artists where id in (duplicate, target) order by id for update;
  if duplicate = target or not exists (select from artists where id = target) then return false; end if;
  select * into merged from artists where id = duplicate;
  if not found then return false; end if;
  insert into follows (user_id, artist_id, created_at)
  select user_id, target, created_at from follows where artist_id = duplicate
  on conflict do nothing;
  update releases r set artist_id = target
  where r.artist_id = duplicate and not exists (
    select from releases same
    where same.artist_id = target and plain_text(same.title) = plain_text(r.title)
      and same.release_type = r.release_type and same.release_date = r.release_date
  );
  delete from artists where id = duplicate;
  update artists a
  set aliases = a.aliases || array(
      select s from unnest(array[merged.name, merged.hangul] || merged.aliases) s
      where s is not null and s <> all (array[a.name, coalesce(a.hangul, '')] || a.aliases)
    ),
    former_slugs = a.former_slugs || merged.slug || merged.former_slugs,
    hangul = coalesce(a.hangul, merged.hangul),
    website_url = coalesce(a.website_url, merged.website_url),
    instagram_url = coalesce(a.instagram_url, merged.instagram_url),
    youtube_url = coalesce(a.youtube_url, merged.youtube_url)
  where a.id = target;
  return true;
end $$;

create or replace function count_artist_followers(artist uuid) returns integer
language sql stable security definer set search_path = public, pg_temp
as $$
  select count(*)::integer
  from follows f join users u on u.id = f.user_id
  where f.artist_id = artist and u.blocked_at is null and u.deletion_due_at is null
$$;

-- Returns for each artist how many members like at least one of the artist's songs or albums.
create or replace function count_artist_fans() returns table (artist_id uuid, fans integer)
language sql stable security definer set search_path = public, pg_temp
as $$
  select c.artist_id, count(distinct l.user_id)::integer
  from catalogue_credits c join music_likes l on l.item_type = c.item_type and l.item_id = c.item_id
  group by c.artist_id
$$;

grant execute on function store_artists to daina_auth;
grant execute on function to_artist_key, merge_artists to daina_app;
grant execute on function count_artist_followers, count_artist_fans to daina_app, daina_build;
