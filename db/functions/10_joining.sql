-- Requests to join a team, and changes of its members. Changes lock the team's row, so that they run one after another.

grant select, delete on team_join_requests to daina_app;
create policy own_requests on team_join_requests for select to daina_app
  using (user_id = (select current_viewer()));
create policy owners_see on team_join_requests for select to daina_app
  using (team_id in (select list_own_team_ids('owner')));
create policy delete_own_pending on team_join_requests for delete to daina_app
  using (user_id = (select current_viewer()) and status = 'pending');

create trigger limit_per_day after insert on team_join_requests referencing new table as added
  for each statement execute function enforce_daily_limit('join-requests');

-- Queues an email about one request. After five emails to the receiver within an hour, adds the request to a digest
-- (one email about several requests) instead. The upsert locks an unsent digest until the commit, so that it is not
-- sent without the request.
create or replace function queue_join_mail(receiver users, single_kind text, digest_kind text, request uuid, team uuid)
returns void
language plpgsql
as $$
declare
  wait integer;
  digest_id uuid;
begin
  -- The emails contain text by members, so only confirmed addresses receive them.
  if receiver.email_verified_at is null then return; end if;
  wait := count_attempt('mail ' || digest_kind, receiver.email::text, 5, interval '1 hour');
  if wait = 0 then
    insert into mails (user_id, kind, language, request_id, team_id)
    values (receiver.id, single_kind, receiver.language, request, team);
    return;
  end if;
  insert into mails as m (user_id, kind, language, team_id, next_try_at)
  values (receiver.id, digest_kind, receiver.language, team, now() + wait * interval '1 second')
  on conflict (user_id, kind, team_id)
    where kind in ('join_requests', 'join_answers') and tries = 0
    do update set language = excluded.language
  returning m.id into digest_id;
  insert into digest_requests (mail_id, request_id) values (digest_id, request)
  on conflict do nothing;
end $$;

create or replace function request_to_join(team uuid, message_text text) returns table (outcome text, request_id uuid)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  viewer uuid := current_viewer();
  my_name text;
  new_id uuid;
begin
  if viewer is null then raise exception 'only members join teams' using errcode = 'insufficient_privilege'; end if;
  perform from teams where id = team and hidden_at is null for update;
  if not found then return query select 'not_found', null::uuid; return; end if;
  if exists (select from team_members where team_id = team and user_id = viewer) then
    return query select 'already_member', null::uuid; return;
  end if;
  select display_name into my_name from profiles where user_id = viewer;
  if my_name is null then return query select 'profile_incomplete', null::uuid; return; end if;
  insert into team_join_requests (team_id, user_id, message) values (team, viewer, message_text)
  on conflict do nothing returning id into new_id;
  if new_id is null then
    return query
      select case status when 'rejected' then 'declined' else 'already_requested' end, id
      from team_join_requests where team_id = team and user_id = viewer and status <> 'approved';
    return;
  end if;
  perform queue_join_mail(u, 'join_request', 'join_requests', new_id, team)
  from team_members m join users u on u.id = m.user_id
  where m.team_id = team and m.role = 'owner' and wants_topic(u.id, 'join_request', 'email');
  perform notify('join_request', team, array[new_id], array_agg(m.user_id))
  from team_members m where m.team_id = team and m.role = 'owner';
  return query select 'requested', new_id;
end $$;

-- Approves or declines a pending request. Raises DA403 if the owner writes a reply and has not confirmed their email
-- address, because the site emails the reply.
create or replace function decide_join_request(request uuid, is_approved boolean, reply_text text default null)
returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
declare decided team_join_requests;
begin
  -- Locks the applicant before the team, in the same order as the deletion of an account, to avoid a deadlock.
  perform from users u join team_join_requests r on r.user_id = u.id
  where r.id = request for key share of u;
  perform from teams t join team_join_requests r on r.team_id = t.id
  where r.id = request and t.id in (select list_own_team_ids('owner')) for update of t;
  if not found then return 'not_found'; end if;
  if reply_text is not null
    and not exists (select from users u where u.id = current_viewer() and u.email_verified_at is not null)
  then
    raise exception 'the email address is not confirmed' using errcode = 'DA403';
  end if;
  update team_join_requests
  set status = case when is_approved then 'approved' else 'rejected' end, decided_at = now(),
    reply = case when not is_approved then reply_text end
  where id = request and status = 'pending'
  returning * into decided;
  if not found then return 'already_decided'; end if;
  if is_approved then
    insert into team_members (team_id, user_id, role)
    values (decided.team_id, decided.user_id, 'member') on conflict do nothing;
  end if;
  perform queue_join_mail(
    u, case when is_approved then 'join_approved' else 'join_declined' end, 'join_answers', request, null
  )
  from users u where u.id = decided.user_id and wants_topic(u.id, 'join_answer', 'email');
  perform notify(
    case when is_approved then 'join_approved' else 'join_declined' end, decided.team_id, '{}',
    array[decided.user_id], '{}', case when decided.reply is not null then jsonb_build_object('message', decided.reply) end
  );
  return 'decided';
end $$;

-- Makes a declined request pending again and then returns 'decided'. Returns 'already_decided' for a pending or
-- approved request.
create or replace function reopen_join_request(request uuid) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform from teams t join team_join_requests r on r.team_id = t.id
  where r.id = request and t.id in (select list_own_team_ids('owner')) for update of t;
  if not found then return 'not_found'; end if;
  update team_join_requests set status = 'pending', decided_at = null, reply = null
  where id = request and status = 'rejected';
  return case when found then 'decided' else 'already_decided' end;
end $$;

-- Returns up to 200 requests for the owner of the team, pending requests first. Includes names that applicants hide in
-- their profiles, but no names of profiles that admins have hidden.
create or replace function list_join_requests(team uuid)
returns table (
  id uuid, user_id uuid, message text, status text, created_at timestamptz, decided_at timestamptz,
  display_name text, avatar_url text
)
language sql stable security definer set search_path = public, pg_temp
as $$
  select r.id, r.user_id, r.message, r.status, r.created_at, r.decided_at, p.display_name,
    case when (p.privacy_settings ->> 'show_avatar')::boolean is not false then p.avatar_url end
  from team_join_requests r left join profiles p on p.user_id = r.user_id and p.hidden_at is null
  where r.team_id = team and team in (select list_own_team_ids('owner'))
  order by r.status = 'pending' desc, r.created_at desc, r.id
  limit 200
$$;

-- Notifies a member of a new role in a team or of the removal from it. Replaces unsent emails about the member's role
-- in this team. If `mail_kind` is null, only deletes these emails.
create or replace function queue_role_mail(member uuid, team uuid, mail_kind text) returns void
language sql
as $$
  select notify(mail_kind, team, '{}', array[member]) where mail_kind is not null;
  delete from mails
  where user_id = member and team_id = team and kind like 'team\_%' and sent_at is null
    and coalesce(leased_until < now(), true);
  insert into mails (user_id, kind, language, team_id)
  select id, mail_kind, language, team from users
  -- Members write team names, so only confirmed addresses receive them.
  where id = member and mail_kind is not null and wants_topic(id, 'team_role', 'email') and email_verified_at is not null
    and count_mail_if_allowed(email, mail_kind)
$$;

create or replace function set_team_role(team uuid, member uuid, new_role text) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform from teams where id = team and id in (select list_own_team_ids('owner')) for update;
  if not found then return 'forbidden'; end if;
  update team_members set role = new_role
  where team_id = team and user_id = member and role not in ('owner', new_role)
    and new_role in ('admin', 'member');
  if found then
    perform queue_role_mail(member, team, case new_role when 'admin' then 'team_admin' end);
    return 'done';
  end if;
  perform from team_members where team_id = team and user_id = member and role = new_role;
  return case when found then 'done' else 'not_found' end;
end $$;

create or replace function hand_over_team(team uuid, member uuid) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  -- The lock comes first, so that an account that is being deleted cannot get the team.
  perform from users where id = member for key share;
  if not found then return 'not_found'; end if;
  perform from teams where id = team for update;
  if not team in (select list_own_team_ids('owner')) then return 'forbidden'; end if;
  if member = current_viewer() then return 'done'; end if;
  perform from team_members where team_id = team and user_id = member;
  if not found then return 'not_found'; end if;
  update team_members set role = 'admin' where team_id = team and role = 'owner';
  update team_members set role = 'owner' where team_id = team and user_id = member;
  perform queue_role_mail(member, team, 'team_owner');
  return 'done';
end $$;

-- Removes the owner from the team. The longest-serving admin becomes the owner or, if there is no admin, the
-- longest-serving member. Deletes the team if it has no other members.
create or replace function pass_team_to_next_owner(team uuid, former_owner uuid) returns void
language plpgsql
as $$
declare candidate uuid;
begin
  perform from teams where id = team for update;
  delete from team_members where team_id = team and user_id = former_owner;
  for candidate in
    select user_id from team_members where team_id = team order by role = 'admin' desc, created_at, id
  loop
    -- Skips an account that is being deleted.
    perform from users where id = candidate for key share;
    continue when not found;
    update team_members set role = 'owner' where team_id = team and user_id = candidate;
    if found then
      perform queue_role_mail(candidate, team, 'team_heir');
      return;
    end if;
  end loop;
  delete from teams where id = team;
end $$;

create or replace function remove_team_member(team uuid, member uuid) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  viewer uuid := current_viewer();
  former_role text;
begin
  perform from teams where id = team for update;
  if not found then return 'not_found'; end if;
  if member is distinct from viewer and not team in (select list_own_team_ids('owner')) then return 'forbidden'; end if;
  select role into former_role from team_members where team_id = team and user_id = member;
  if former_role is null then return 'not_found'; end if;
  if former_role = 'owner' then perform pass_team_to_next_owner(team, member);
  else delete from team_members where team_id = team and user_id = member;
  end if;
  if member is distinct from viewer then perform queue_role_mail(member, team, 'team_removed'); end if;
  return 'done';
end $$;

create or replace function pass_teams_of_deleted_member() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare team uuid;
begin
  for team in select team_id from team_members where user_id = old.id and role = 'owner' order by team_id
  loop
    perform pass_team_to_next_owner(team, old.id);
  end loop;
  return old;
end $$;
create trigger pass_teams_on before delete on users for each row execute function pass_teams_of_deleted_member();

-- If a team gets a new owner, unsent emails about its join requests go to the new owner instead of the former owner.
create or replace function reassign_request_mails() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update mails m set user_id = new.user_id, language = u.language
  from users u
  where u.id = new.user_id and m.team_id = new.team_id and m.user_id <> new.user_id
    and m.kind in ('join_request', 'join_requests') and m.sent_at is null;
  return null;
end $$;
create trigger mails after insert or update of role on team_members
  for each row when (new.role = 'owner') execute function reassign_request_mails();

grant execute on function request_to_join, decide_join_request, reopen_join_request, list_join_requests,
  set_team_role, hand_over_team, remove_team_member to daina_app;
