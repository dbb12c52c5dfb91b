-- Reviews of content by newcomers, and daily limits. README.md in this folder defines the terms newcomer and reviewed.

-- This function runs with the caller's rights, but sets the search path as definer functions do. Otherwise a temporary
-- table named users, which daina_app may create, would replace the real table.
create or replace function require_confirmed_email() returns trigger
language plpgsql set search_path = public, pg_temp
as $$
begin
  -- Super admins are exempt, because a new site may not be able to send the confirmation email yet.
  if current_viewer() is not null and not is_super_admin()
    and not exists (
      select from users u where u.id = current_viewer() and u.email_verified_at is not null
    )
  then
    raise exception 'the email address is not confirmed' using errcode = 'DA403';
  end if;
  return new;
end $$;

-- Content by approved members and by super admins needs no review.
create or replace function mark_reviewed_if_trusted() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare is_trusted boolean := current_viewer() is null or is_super_admin();
begin
  if not is_trusted and tg_op = 'INSERT' then
    -- Waits for a concurrent approval of the member. An update must not wait: it has locked the content, and the
    -- approval, which has locked the member, may wait for the content (deadlock).
    select u.vetted_at is not null into is_trusted from users u where u.id = current_viewer() for share;
  elsif not is_trusted then
    select u.vetted_at is not null into is_trusted from users u where u.id = current_viewer();
  end if;
  if is_trusted then new.reviewed_at := date_trunc('milliseconds', now()); end if;
  return new;
end $$;

-- Approves teams, posts and comments by their ids, and the teams of these posts. Also approves the authors of the given
-- content, with their own teams, posts and comments; the author of a team is its owner.
-- Returns the given ids that exist.
create or replace function approve_newcomers(ids uuid[]) returns setof uuid
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  approved_at constant timestamptz := date_trunc('milliseconds', now());
  authors uuid[];
  approved_members uuid[];
  unreviewed_teams uuid[];
  unreviewed_posts uuid[];
  unreviewed_comments uuid[];
begin
  perform lock_member_actions();
  authors := array(
    select m.user_id from team_members m where m.team_id = any(ids) and m.role = 'owner'
    union
    select p.user_id from team_posts p where p.id = any(ids) and p.user_id is not null
    union
    select c.user_id from comments c where c.id = any(ids) and c.user_id is not null
  );
  -- Lock order, as in the deletion of an account: users, teams, posts, comments, content version.
  perform from users u where u.id = any(authors) order by u.id for no key update;
  unreviewed_teams := array(
    select t.id from teams t
    where t.reviewed_at is null and (
      t.id = any(ids)
        or t.id in (select p.team_id from team_posts p where p.id = any(ids))
        or t.id in (
          select m.team_id from team_members m where m.user_id = any(authors) and m.role = 'owner'
        )
    )
    order by t.id for no key update
  );
  unreviewed_posts := array(
    select p.id from team_posts p
    where p.reviewed_at is null
      -- An approval of a team includes its posts by deleted accounts (user_id is null), but not posts by other members.
      and (p.id = any(ids) or p.user_id = any(authors) or (p.team_id = any(ids) and p.user_id is null))
    order by p.id for no key update
  );
  unreviewed_comments := array(
    select c.id from comments c
    where c.reviewed_at is null and (c.id = any(ids) or c.user_id = any(authors))
    order by c.id for no key update
  );
  with vetted as (
    update users u set vetted_at = approved_at where u.id = any(authors) and u.vetted_at is null returning u.id
  ), logged as (
    insert into audit_log (actor_id, action, target_id)
    select current_viewer(), 'users.approve', v.id from vetted v
  )
  select array_agg(v.id) into approved_members from vetted v;
  perform notify('newcomer_approved', null, '{}', approved_members);
  perform set_config('app.action', 'approve', true);
  update teams t set reviewed_at = approved_at where t.id = any(unreviewed_teams);
  update team_posts p set reviewed_at = approved_at where p.id = any(unreviewed_posts);
  update comments c set reviewed_at = approved_at where c.id = any(unreviewed_comments);
  perform set_config('app.action', '', true);
  return query
    select t.id from teams t where t.id = any(ids)
    union all
    select p.id from team_posts p where p.id = any(ids)
    union all
    select c.id from comments c where c.id = any(ids);
end $$;

-- Returns how many actions of a kind a newcomer or an approved member (`is_vetted`) may take within a day.
create or replace function get_daily_limit(kind text, is_vetted boolean) returns integer
language sql immutable
as $$
  select case when is_vetted then l.of_member else l.of_newcomer end
  from (values
    ('teams', 3, 10),
    ('team-slugs', 5, 20),
    ('posts', 10, 100),
    ('comments', 20, 300),
    -- A series has up to 366 dates (MAX_DATES in src/features/events/series/schema.ts).
    ('events', 400, 2000),
    ('join-requests', 20, 100),
    ('signups', 50, 300),
    ('walk-ins', 500, 2000)
  ) as l (kind, of_newcomer, of_member)
  where l.kind = get_daily_limit.kind
$$;

-- Adds `amount` actions to the viewer's actions of the last 24 hours. If this exceeds the limit, raises DA428 for a
-- newcomer and DA429 for another member; the error's detail is the number of seconds to wait.
-- Super admins have no limit.
create or replace function count_toward_daily_limit(kind text, amount integer) returns void
language plpgsql
as $$
declare
  viewer uuid := current_viewer();
  limit_name text := kind || '-a-day';
  subject_hash bytea := hash_attempt_subject(viewer::text);
  is_vetted boolean;
  counted_at timestamptz;
  recent timestamptz[];
  excess integer;
begin
  if amount = 0 or viewer is null or is_super_admin() then return; end if;
  select u.vetted_at is not null into is_vetted from users u where u.id = viewer;
  recent := lock_attempts(limit_name, subject_hash, interval '1 day');
  counted_at := clock_timestamp();
  excess := cardinality(recent) + amount - get_daily_limit(kind, is_vetted);
  if excess > 0 then
    -- The viewer must wait until the oldest `excess` actions are a day old and do not count.
    raise exception 'no more % today', kind using
      errcode = case when is_vetted then 'DA429' else 'DA428' end,
      detail = greatest(1, ceil(extract(epoch from
        coalesce(recent[excess], counted_at) + interval '1 day' - counted_at)))::integer::text;
  end if;
  update attempts set moments = recent || array_fill(counted_at, array[amount]), last_at = counted_at
  where action = limit_name and subject = subject_hash;
end $$;

-- Counts the rows of an insert. The trigger's argument is the kind of limit. `added` has the new rows.
create or replace function enforce_daily_limit() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform count_toward_daily_limit(tg_argv[0], (select count(*)::integer from added));
  return null;
end $$;

-- Returns a page of unreviewed teams, posts and comments. The author of a team is its owner.
create or replace function list_admin_newcomer_content(
  search text, filter text, sort text, after_value text, after_id uuid, max_rows integer
)
returns table (
  id uuid, kind text, title text, excerpt text, team jsonb, thread jsonb, author jsonb, created_at timestamptz,
  sort_value text
)
language sql stable security definer set search_path = public, pg_temp
as $$
  select a.id, case when c.id is not null then 'comment' when p.id is not null then 'post' else 'team' end,
    coalesce(thread.title, p.title, t.name),
    left(case when c.id is not null then replace_mentions(c) when p.id is not null then p.content else t.description end, 300),
    case when t.id is not null then jsonb_build_object('name', t.name, 'slug', t.slug) end,
    case when c.id is not null then jsonb_build_object(
      'kind', thread.kind, 'id', c.subject_id, 'slug', thread.slug, 'team_slug', thread.team_slug) end,
    case when u.id is not null then jsonb_build_object(
      'id', u.id, 'display_name', get_name_for_admin(u.id), 'joined_at', u.created_at,
      'email_confirmed', u.email_verified_at is not null) end,
    coalesce(c.created_at, p.created_at, t.created_at), a.sort_value
  from list_admin_rows('newcomers', search, filter, sort, after_value, after_id, max_rows)
    with ordinality as a (id, sort_value, list_position)
  left join comments c on c.id = a.id
  -- Without `limit 1`, the planner expects many rows and reads all teams.
  left join lateral (select * from find_comment_thread(c.subject_id) limit 1) thread on true
  left join team_posts p on p.id = a.id
  left join teams t on t.id = coalesce(p.team_id, a.id)
  left join team_members m on p.id is null and m.team_id = t.id and m.role = 'owner'
  left join users u on u.id = coalesce(c.user_id, p.user_id, m.user_id)
  order by a.list_position
$$;

grant execute on function approve_newcomers, list_admin_newcomer_content to daina_app;
