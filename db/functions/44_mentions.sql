-- Returns whether the viewer may mention a member in a comment on the subject. A minor who is not shown to everyone can
-- be mentioned only in threads with a comment by the minor, by members of the minor's teams, and on content of these
-- teams (docs/decisions/0087).
create or replace function is_mentionable(p profiles, subject uuid) returns boolean
language sql stable
as $$
  select get_shown_name(p.user_id, is_for_member => true) is not null
    and exists (select from users u where u.id = p.user_id and u.email_verified_at is not null)
    and (
      is_shown_to(p, is_member => false)
        or exists (
          select from comments c where c.subject_id = subject and c.user_id = p.user_id and is_public_comment(c)
        )
        or exists (
          select from team_members m
          where m.user_id = p.user_id and (
            m.team_id in (select list_own_team_ids('member'))
              or m.team_id in (
                select e.team_id from events e where e.id = subject
                union all
                select post.team_id from team_posts post where post.id = subject
              )
          )
        )
    )
$$;

-- Returns the members that the text mentions as `@[id]`, except members that the viewer must not mention.
create or replace function find_mentions(body text, subject uuid) returns uuid[]
language sql stable
as $$
  select array(
    select p.user_id
    from (
      select distinct found[1]::uuid as id
      from regexp_matches(body, '@\[([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\]', 'g') as found
    ) m join profiles p on p.user_id = m.id
    where is_mentionable(p, subject)
    limit 50
  )
$$;

-- Suggests members whose name has a word that starts with the typed text.
-- Members who commented in the thread are first.
create or replace function find_mentionable_members(subject uuid, typed text, max_rows integer) returns jsonb
language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  viewer constant uuid := current_viewer();
  -- Removes the wildcard at the start of the pattern.
  start_of_name constant text := substr(to_like_pattern(typed), 2);
begin
  perform require_right(viewer is not null, 'only members mention members');
  if not is_super_admin()
    and not exists (select from users u where u.id = viewer and u.email_verified_at is not null)
  then
    raise exception 'the email address is not confirmed' using errcode = 'DA403';
  end if;
  if not exists (select from find_comment_thread(subject)) then return null; end if;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', shown.id, 'name', shown.name, 'avatar_url', shown.avatar_url)
      order by shown.list_position), '[]')
    from (
      select (c.p).user_id as id, (c.p).display_name as name, c.list_position,
        case when shows_avatar(c.p, is_member => true) then (c.p).avatar_url end as avatar_url
      from (
        select p, row_number() over (order by
          exists (select from comments a where a.subject_id = subject and a.user_id = u.id) desc,
          u.listed_name, u.id) as list_position
        from users u join profiles p on p.user_id = u.id
        where (u.listed_name like start_of_name or u.listed_name like '% ' || start_of_name) and u.id <> viewer
        order by list_position
        -- Makes Postgres sort first, so that is_mentionable() runs only for the first members.
        offset 0
      ) c
      where is_mentionable(c.p, subject)
      limit max_rows
    ) shown
  );
end $$;

-- Returns the facts for a notification about mentions. Names at most three authors, whose names the viewer may see.
create or replace function get_mention_notice(subject uuid, ids uuid[], locale text) returns jsonb
language sql stable security definer set search_path = public, pg_temp
as $$
  with mentioning as (
    select c.* from comments c where c.id = any(ids) and c.subject_id = subject and current_viewer() = any(c.mentions)
  ), authors as (
    select get_shown_name(c.user_id, is_for_member => true) as name
    from mentioning c where is_public_comment(c) and c.user_id is not null
    group by c.user_id order by max(c.created_at) desc, c.user_id limit 3
  )
  select get_comment_notice(subject, array(select id from mentioning), locale)
    || jsonb_strip_nulls(jsonb_build_object('member', (select string_agg(name, ', ') from authors)))
$$;

-- Returns the text of a comment with names in place of `@[id]`.
create or replace function replace_mentions(c comments) returns text
language plpgsql stable
as $$
declare
  text_with_names text := c.body;
  mentioned uuid;
begin
  foreach mentioned in array c.mentions loop
    text_with_names := replace(
      text_with_names, '@[' || mentioned || ']', '@' || coalesce(get_shown_name(mentioned, is_for_member => true), '…'));
  end loop;
  return text_with_names;
end $$;

grant execute on function find_mentionable_members, get_mention_notice to daina_app;
