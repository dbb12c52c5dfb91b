-- Joining a team, and what becomes of its members. Each step locks the team's row, so that two at once
-- take turns; each answers with a word that the function translates.

alter table users
  add column mail_join_requests boolean not null default true,
  add column mail_join_answers boolean not null default true;
grant select (mail_join_requests, mail_join_answers) on users to daina_app;
grant update (mail_join_requests, mail_join_answers) on users to daina_app;

alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (kind in (
  'verify_email', 'reset_password', 'password_changed', 'join_request', 'join_approved', 'join_declined'
));


-- Words of members only go to addresses that were confirmed, and not in floods.
create function is_join_mail_welcome(address citext, verified_at timestamptz) returns boolean
language sql
as $$
  select case when verified_at is null then false else is_mail_welcome(address, 'team') end
$$;
revoke execute on function is_join_mail_welcome(citext, timestamptz) from public;

-- What a mail is about; with it the mail goes.
alter table mails add column request_id uuid references team_join_requests on delete cascade;
create index mails_of_request on mails (request_id);

-- Names are put in when a mail is sent: nobody's name waits in somebody else's mails.
drop function take_mails(integer);
create function take_mails(most integer)
returns table (
  id uuid, kind text, language text, email text, display_name text, details jsonb, tries integer
)
language sql security definer set search_path = public, pg_temp
as $$
  with due as (
    select m.id from mails m
    where m.sent_at is null and m.failed_at is null and m.next_try_at <= now()
    order by m.next_try_at limit most for update skip locked
  ), taken as (
    update mails m
    set tries = m.tries + 1, next_try_at = now() + interval '1 minute' * power(2, least(m.tries, 8))
    from due where m.id = due.id
    returning m.*
  )
  -- A mail greets by name only who has confirmed the address: a stranger's would carry the words of
  -- whoever signed up with it.
  select m.id, m.kind, m.language::text, u.email::text,
    case when u.email_verified_at is not null then p.display_name end,
    case when r.id is null then '{}' else jsonb_build_object(
      'team', t.name, 'slug', t.slug, 'member', asker.display_name
    ) end,
    m.tries
  from taken m
  join users u on u.id = m.user_id
  left join profiles p on p.user_id = u.id
  left join team_join_requests r on r.id = m.request_id
  left join teams t on t.id = r.team_id
  left join profiles asker on asker.user_id = r.user_id
$$;
revoke execute on function take_mails(integer) from public;
grant execute on function take_mails(integer) to daina_app;

create function ask_to_join(team uuid, words text) returns table (outcome text, request_id uuid)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  me uuid := current_viewer();
  my_name text;
  new_id uuid;
begin
  if me is null then raise exception 'nobody joins no team' using errcode = '42501'; end if;
  perform from teams where id = team for update;
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
revoke execute on function ask_to_join(uuid, text) from public;
grant execute on function ask_to_join(uuid, text) to daina_app;

create policy own_pending_goes on team_join_requests for delete to daina_app
  using (user_id = (select current_viewer()) and status = 'pending');
grant delete on team_join_requests to daina_app;

-- Approving and adding the member are one statement; only the first of two answers finds it pending.
create function decide_join_request(request uuid, is_approved boolean) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
declare decided team_join_requests;
begin
  -- The asker first: deleting an account locks in that order, too.
  perform from users u join team_join_requests r on r.user_id = u.id
  where r.id = request for key share of u;
  perform from teams t join team_join_requests r on r.team_id = t.id
  where r.id = request and t.id in (select own_team_ids('owner')) for update of t;
  if not found then return 'not_found'; end if;
  update team_join_requests
  set status = case when is_approved then 'approved' else 'rejected' end, decided_at = now()
  where id = request and status = 'pending'
  returning * into decided;
  if not found then return 'already_decided'; end if;
  if is_approved then
    insert into team_members (team_id, user_id, role)
    values (decided.team_id, decided.user_id, 'member') on conflict do nothing;
  end if;
  insert into mails (user_id, kind, language, request_id)
  select u.id, case when is_approved then 'join_approved' else 'join_declined' end, u.language, request
  from users u
  where u.id = decided.user_id and u.mail_join_answers
    and is_join_mail_welcome(u.email, u.email_verified_at);
  return 'decided';
end $$;
revoke execute on function decide_join_request(uuid, boolean) from public;
grant execute on function decide_join_request(uuid, boolean) to daina_app;

-- A declined one waits again.
create function reopen_join_request(request uuid) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform from team_join_requests where id = request and team_id in (select own_team_ids('owner'));
  if not found then return 'not_found'; end if;
  update team_join_requests set status = 'pending', decided_at = null
  where id = request and status = 'rejected';
  return case when found then 'decided' else 'already_decided' end;
end $$;
revoke execute on function reopen_join_request(uuid) from public;
grant execute on function reopen_join_request(uuid) to daina_app;

create function set_team_role(team uuid, member uuid, new_role text) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform from teams where id = team and id in (select own_team_ids('owner')) for update;
  if not found then return 'forbidden'; end if;
  update team_members set role = new_role
  where team_id = team and user_id = member and role <> 'owner' and new_role in ('admin', 'member');
  return case when found then 'done' else 'not_found' end;
end $$;
revoke execute on function set_team_role(uuid, uuid, text) from public;
grant execute on function set_team_role(uuid, uuid, text) to daina_app;

create function hand_over_team(team uuid, member uuid) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  -- The heir first: somebody who is being deleted at this moment becomes no owner.
  perform from users where id = member for key share;
  if not found then return 'not_found'; end if;
  perform from teams where id = team for update;
  if not team in (select own_team_ids('owner')) then return 'forbidden'; end if;
  perform from team_members where team_id = team and user_id = member and role <> 'owner';
  if not found then return 'not_found'; end if;
  update team_members set role = 'admin' where team_id = team and role = 'owner';
  update team_members set role = 'owner' where team_id = team and user_id = member;
  return 'done';
end $$;
revoke execute on function hand_over_team(uuid, uuid) from public;
grant execute on function hand_over_team(uuid, uuid) to daina_app;

-- The longest-serving admin becomes its owner, else the longest-serving member; a team without anybody ends.
create function pass_team_on(team uuid, leaving uuid) returns void
language plpgsql
as $$
declare heir uuid;
begin
  perform from teams where id = team for update;
  delete from team_members where team_id = team and user_id = leaving;
  for heir in
    select user_id from team_members where team_id = team order by role = 'admin' desc, created_at, id
  loop
    -- Not somebody who is being deleted at this moment.
    perform from users where id = heir for key share;
    continue when not found;
    update team_members set role = 'owner' where team_id = team and user_id = heir;
    if found then return; end if;
  end loop;
  delete from teams where id = team;
end $$;
revoke execute on function pass_team_on(uuid, uuid) from public;

-- The owner removes somebody, or somebody leaves; an owner who leaves passes the team on.
create function remove_team_member(team uuid, member uuid) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  me uuid := current_viewer();
  present text;
begin
  perform from teams where id = team for update;
  if not found then return 'not_found'; end if;
  if member is distinct from me and not team in (select own_team_ids('owner')) then return 'forbidden'; end if;
  select role into present from team_members where team_id = team and user_id = member;
  if present is null then return 'not_found'; end if;
  if present = 'owner' then perform pass_team_on(team, member);
  else delete from team_members where team_id = team and user_id = member;
  end if;
  return 'done';
end $$;
revoke execute on function remove_team_member(uuid, uuid) from public;
grant execute on function remove_team_member(uuid, uuid) to daina_app;

-- Whoever deletes an account, and however: no team is left without an owner.
create function pass_teams_on() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare team uuid;
begin
  for team in select team_id from team_members where user_id = old.id and role = 'owner' order by team_id
  loop
    perform pass_team_on(team, old.id);
  end loop;
  return old;
end $$;
revoke execute on function pass_teams_on() from public;
create trigger pass_teams_on before delete on users for each row execute function pass_teams_on();

-- Whoever asks shows their name to the owner whom they ask, also where they hide it from others.
create function join_requests_of(team uuid)
returns table (
  id uuid, user_id uuid, message text, status text, created_at timestamptz, decided_at timestamptz,
  display_name text, avatar_url text
)
language sql stable security definer set search_path = public, pg_temp
as $$
  select r.id, r.user_id, r.message, r.status, r.created_at, r.decided_at, p.display_name,
    case when (p.privacy_settings ->> 'show_avatar')::boolean is not false then p.avatar_url end
  from team_join_requests r left join profiles p on p.user_id = r.user_id
  where r.team_id = team and team in (select own_team_ids('owner'))
  order by r.status = 'pending' desc, r.created_at desc, r.id
  limit 200
$$;
revoke execute on function join_requests_of(uuid) from public;
grant execute on function join_requests_of(uuid) to daina_app;

-- Also what the member asked of teams.
alter function export_account() rename to export_account_before_teams;
create function export_account() returns jsonb
language sql stable security definer set search_path = public, pg_temp
as $$
  select export_account_before_teams() || jsonb_build_object(
    'team_join_requests', (
      select coalesce(jsonb_agg(
        to_jsonb(r) || jsonb_build_object('team_name', t.name, 'team_slug', t.slug)
        order by r.created_at
      ), '[]')
      from team_join_requests r join teams t on t.id = r.team_id where r.user_id = current_viewer()
    )
  )
$$;
revoke execute on function export_account() from public;
grant execute on function export_account() to daina_app;
revoke execute on function export_account_before_teams() from daina_app;
