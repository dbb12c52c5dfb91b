grant insert (id) on artists to daina_app;

-- Returns up to 20 favorite groups that match no artist and that at least two members entered, the most frequent first.
create or replace function list_unmatched_favorites()
returns table (name text, members integer, similar_id uuid, similar_name text)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
begin
  perform require_super_admin();
  return query
  with unmatched as (
    select to_artist_key(favorite) as key, mode() within group (order by favorite) as name,
      count(distinct u.id)::integer as members
    from users u cross join unnest(u.favorite_groups) favorite
    where u.blocked_at is null and u.deletion_due_at is null and to_artist_key(favorite) <> ''
      and not exists (select from artist_keys k where k.key = to_artist_key(favorite))
    group by to_artist_key(favorite)
    having count(distinct u.id) >= 2
    order by 3 desc, 1
    limit 20
  )
  select f.name, f.members, a.id, a.name
  from unmatched f
    left join lateral (
      select k.artist_id from artist_keys k
      where similarity(k.key, f.key) >= 0.4
      order by similarity(k.key, f.key) desc, k.key
      limit 1
    ) most_similar on true
    left join artists a on a.id = most_similar.artist_id
  order by f.members desc, f.key;
end $$;

grant execute on function list_unmatched_favorites to daina_app;
