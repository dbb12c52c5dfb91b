-- What members publish needs a confirmed address, and what newcomers make is not put before everybody
-- until a super admin has had a look. Teams, posts and events have the triggers.

create or replace function require_confirmed_email() returns trigger
language plpgsql
as $$
begin
  -- Whoever runs the site may have no mail set up yet.
  if current_viewer() is not null and not is_super_admin()
    and not exists (
      select from users u where u.id = current_viewer() and u.email_verified_at is not null
    )
  then
    raise exception 'the email address is not confirmed' using errcode = 'DA403';
  end if;
  return new;
end $$;

create or replace function note_review() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare is_trusted boolean := current_viewer() is null or is_super_admin();
begin
  if not is_trusted and tg_op = 'INSERT' then
    -- Whoever is approved at this moment is waited for: that approval cannot see the new row. The rows
    -- that are there it changes itself, and must not be waited for with one of them in hand.
    select u.vetted_at is not null into is_trusted from users u where u.id = current_viewer() for share;
  elsif not is_trusted then
    select u.vetted_at is not null into is_trusted from users u where u.id = current_viewer();
  end if;
  if is_trusted then new.reviewed_at := date_trunc('milliseconds', now()); end if;
  return new;
end $$;

-- Approves teams and posts, and with them whoever made them and all else that those made. The ids that are
-- there come back, whether they were approved before or not.
create or replace function approve_newcomers(ids uuid[]) returns setof uuid
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  moment constant timestamptz := date_trunc('milliseconds', now());
  makers uuid[];
  their_teams uuid[];
  their_posts uuid[];
begin
  -- Two who approve take turns here.
  perform begin_member_action();
  makers := array(
    select m.user_id from team_members m where m.team_id = any(ids) and m.role = 'owner'
    union
    select p.user_id from team_posts p where p.id = any(ids) and p.user_id is not null
  );
  -- Locks as deleting an account does: people, teams, posts; the content version comes last.
  perform from users u where u.id = any(makers) order by u.id for no key update;
  their_teams := array(
    select t.id from teams t
    where t.reviewed_at is null and (
      t.id = any(ids)
        or t.id in (select p.team_id from team_posts p where p.id = any(ids))
        or t.id in (
          select m.team_id from team_members m where m.user_id = any(makers) and m.role = 'owner'
        )
    )
    order by t.id for no key update
  );
  their_posts := array(
    select p.id from team_posts p
    where p.reviewed_at is null
      -- Not what others wrote there: nobody has looked at them.
      and (p.id = any(ids) or p.user_id = any(makers) or (p.team_id = any(ids) and p.user_id is null))
    order by p.id for no key update
  );
  with vetted as (
    update users u set vetted_at = moment where u.id = any(makers) and u.vetted_at is null returning u.id
  )
  insert into audit_log (actor_id, action, target_id)
  select current_viewer(), 'users.approve', v.id from vetted v;
  perform set_config('app.action', 'approve', true);
  update teams t set reviewed_at = moment where t.id = any(their_teams);
  update team_posts p set reviewed_at = moment where p.id = any(their_posts);
  perform set_config('app.action', '', true);
  return query
    select t.id from teams t where t.id = any(ids)
    union all
    select p.id from team_posts p where p.id = any(ids);
end $$;
grant execute on function approve_newcomers(uuid[]) to daina_app;
