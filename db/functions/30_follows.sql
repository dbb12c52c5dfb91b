-- Follows of teams, countries and artists. Members of a team follow it without a row in `follows`.

grant select, delete, insert (user_id, team_id, country, artist_id) on follows to daina_app;
create policy own_follows on follows to daina_app
  using (user_id = (select current_viewer()))
  with check (
    user_id = (select current_viewer())
    and (team_id is null or team_id in (select id from teams where hidden_at is null))
  );

create or replace function unfollow_left_team() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from follows where user_id = old.user_id and team_id = old.team_id;
  return null;
end $$;
create trigger unfollow after delete on team_members for each row execute function unfollow_left_team();

-- Counts followers and members of a team, except members who are blocked or whose account deletion is scheduled.
create or replace function count_team_followers(team uuid) returns integer
language sql stable security definer set search_path = public, pg_temp
as $$
  select count(*)::integer
  from users u
  where u.blocked_at is null and u.deletion_due_at is null and u.id in (
    select f.user_id from follows f where f.team_id = team
    union
    select m.user_id from team_members m where m.team_id = team
  )
$$;

create or replace function count_country_followers(country_code text) returns integer
language sql stable security definer set search_path = public, pg_temp
as $$
  select count(*)::integer
  from follows f join users u on u.id = f.user_id
  where f.country = country_code and u.blocked_at is null and u.deletion_due_at is null
$$;

grant execute on function count_team_followers, count_country_followers to daina_app, daina_build;
