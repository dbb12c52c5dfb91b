-- What who runs the site hides from everybody else: here a team, with all that is its own.

alter table teams add column hidden_at timestamptz;
create index teams_hidden on teams (created_at desc, id desc) where hidden_at is not null;

-- Teams that this viewer is not shown. Who is in one goes on in it.
create function hidden_team_ids() returns setof uuid
language sql stable security definer set search_path = public, pg_temp
as $$
  select t.id from teams t
  where t.hidden_at is not null and not is_super_admin()
    and not exists (
      select from team_members m where m.team_id = t.id and m.user_id = current_viewer()
    )
$$;
revoke execute on function hidden_team_ids() from public;
grant execute on function hidden_team_ids() to daina_app;

drop policy everybody_reads on teams;
create policy readers on teams for select to daina_app using (id not in (select hidden_team_ids()));

drop policy readers on team_posts;
create policy readers on team_posts for select to daina_app using (
  (is_published and team_id not in (select hidden_team_ids()))
    or user_id = (select current_viewer())
    or team_id in (select own_team_ids('admin')) or (select is_super_admin())
);

drop policy readers on events;
create policy readers on events for select to daina_app using (
  -- Not true of events of no team, whatever is hidden.
  (event_type = 'public' and (team_id in (select hidden_team_ids())) is not true)
    or team_id in (select own_team_ids('member')) or (select is_super_admin())
);

-- One page of the teams that the viewer sees, the newest first. Now that a policy looks at each row, the
-- search has to be done here: it is not leakproof, and its index would lie idle.
create function team_page(
  search text, in_country text, after_time timestamptz, after_id uuid, most integer
)
returns table (id uuid)
language plpgsql stable security definer rows 50 set search_path = public, pg_temp
as $$
declare conditions text[] := array['t.id not in (select hidden_team_ids())'];
begin
  if search <> '' then conditions := conditions || 't.search_text like $1'::text; end if;
  if in_country is not null then conditions := conditions || 't.country = $2'::text; end if;
  if after_time is not null then
    conditions := conditions || '(t.created_at, t.id) < ($3, $4)'::text;
  end if;
  return query execute format(
    'select t.id from teams t where %s order by t.created_at desc, t.id desc limit $5',
    array_to_string(conditions, ' and ')
  ) using like_pattern(search), in_country, after_time, after_id, most;
end $$;
revoke execute on function team_page(text, text, timestamptz, uuid, integer) from public;
grant execute on function team_page(text, text, timestamptz, uuid, integer) to daina_app;

-- An owner edits their team, but does not show it again.
grant update (hidden_at) on teams to daina_app;
create function guard_hidden_team() returns trigger
language plpgsql
as $$
begin
  if new.hidden_at is distinct from old.hidden_at and current_viewer() is not null
    and not is_super_admin()
  then
    raise exception 'only super admins hide teams' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger guard_hidden before update of hidden_at on teams
  for each row execute function guard_hidden_team();

-- Nobody joins a hidden team.
create or replace function ask_to_join(team uuid, words text) returns table (outcome text, request_id uuid)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  me uuid := current_viewer();
  my_name text;
  new_id uuid;
begin
  if me is null then raise exception 'nobody joins no team' using errcode = '42501'; end if;
  perform from teams where id = team and hidden_at is null for update;
  if not found then return query select 'not_found', null::uuid; return; end if;
  if exists (select from team_members where team_id = team and user_id = me) then
    return query select 'already_member', null::uuid; return;
  end if;
  select display_name into my_name from profiles where user_id = me;
  if my_name is null then return query select 'profile_incomplete', null::uuid; return; end if;
  insert into team_join_requests (team_id, user_id, message) values (team, me, words)
  on conflict do nothing returning id into new_id;
  if new_id is null then
    return query
      select case status when 'rejected' then 'declined' else 'already_requested' end, id
      from team_join_requests where team_id = team and user_id = me and status <> 'approved';
    return;
  end if;
  insert into mails (user_id, kind, language, request_id)
  select u.id, 'join_request', u.language, new_id
  from team_members m join users u on u.id = m.user_id
  where m.team_id = team and m.role = 'owner' and u.mail_join_requests
    and is_join_mail_welcome(u.email, u.email_verified_at);
  return query select 'asked', new_id;
end $$;
