-- Comments on articles, posts and public events. The content on which members comment is the subject. Database roles
-- reach comments only through definer functions, which check the viewer.

-- Returns the subject of a thread, or no row if the content cannot have comments. `can_moderate` is true if the viewer
-- may hide comments, and `can_close` is true if the viewer may close the thread.
create or replace function find_comment_thread(subject uuid)
returns table (
  kind text, title text, slug text, team_slug text, author_id uuid, is_closed boolean, can_moderate boolean, can_close boolean
)
language sql stable
as $$
  with subjects as (
    select 'article' as kind, n.title, n.slug, null as team_slug, n.author_id, null::uuid as team_id
    from news n where n.id = subject and n.original_id is null and n.is_published
    union all
    select 'post', p.title, null, t.slug, p.user_id, t.id
    from team_posts p join teams t on t.id = p.team_id
    where p.id = subject and p.is_published and p.hidden_at is null and t.hidden_at is null
    union all
    select 'event', e.title, e.slug, t.slug, e.user_id, t.id
    from events e left join teams t on t.id = e.team_id
    where e.id = subject and e.event_type = 'public' and e.hidden_at is null and t.hidden_at is null
  ), with_rights as (
    select s.*,
      is_super_admin() or (s.kind = 'article' and is_news_editor())
        or coalesce(s.team_id in (select list_own_team_ids('admin')), false) as can_moderate
    from subjects s
  )
  select r.kind, r.title, r.slug, r.team_slug, r.author_id,
    exists (select from closed_comments c where c.subject_id = subject), r.can_moderate,
    r.can_moderate or (
      coalesce(r.author_id = current_viewer(), false)
        and (r.kind <> 'article' or cardinality(list_newsroom_languages()) > 0)
        and (r.team_id is null or r.team_id in (select list_own_team_ids('member')))
    )
  from with_rights r
$$;

-- Returns whether everybody may see the comment. Does not check whether the subject can have comments.
create or replace function is_public_comment(c comments) returns boolean
language sql stable
as $$
  select c.reviewed_at is not null and c.hidden_at is null
    and (c.user_id is null or not is_blocked_or_leaving(c.user_id))
$$;

-- Returns how long authors may edit a comment. Must match EDIT_MINUTES in src/features/comments/schema.ts.
create or replace function get_comment_edit_time() returns interval
language sql immutable
as $$ select interval '10 minutes' $$;

create or replace function to_comment_json(c comments) returns jsonb
language sql stable
as $$
  select jsonb_build_object(
    'id', c.id, 'body', c.body, 'created_at', c.created_at, 'edited_at', c.edited_at,
    'author', case when c.user_id is not null then jsonb_build_object(
      'name', name, 'id', case when name is not null then c.user_id end,
      'avatar_url', case when name is not null and shows_avatar(p, viewer is not null) then p.avatar_url end
    ) end,
    'mentions', (
      select coalesce(jsonb_object_agg(m.id, m.name) filter (where m.name is not null), '{}')
      from (select id, get_shown_name(id, viewer is not null) as name from unnest(c.mentions) as id) m
    ),
    'is_own', coalesce(c.user_id = viewer, false),
    'is_unreviewed', c.reviewed_at is null,
    'hidden_by', c.hidden_by,
    'edit_until', case when c.user_id = viewer then c.created_at + get_comment_edit_time() end
  )
  from (select current_viewer() as viewer, get_shown_name(c.user_id, current_viewer() is not null) as name) v
  left join profiles p on p.user_id = c.user_id
$$;

-- Returns a page of a thread; null if the content cannot have comments. Members also see their own unreviewed and
-- hidden comments, and moderators also see all hidden comments.
create or replace function get_comment_page(
  subject uuid, newest_first boolean, after_time timestamptz, after_id uuid, max_rows integer
) returns jsonb
language sql stable security definer set search_path = public, pg_temp
as $$
  select jsonb_build_object(
    'is_closed', t.is_closed, 'can_moderate', t.can_moderate, 'can_close', t.can_close,
    'viewer', (
      select jsonb_build_object('id', p.user_id, 'name', p.display_name, 'avatar_url', p.avatar_url)
      from profiles p where p.user_id = current_viewer()
    ),
    'needs_review', not is_super_admin()
      and exists (select from users u where u.id = current_viewer() and u.vetted_at is null),
    'count', (select count(*) from comments c where c.subject_id = subject and is_public_comment(c)),
    'comments', (
      select coalesce(jsonb_agg(page.comment order by page.list_position), '[]')
      from (
        select to_comment_json(c) as comment,
          row_number() over (order by
            case when newest_first then c.created_at end desc, case when newest_first then c.id end desc,
            c.created_at, c.id) as list_position
        from comments c
        where c.subject_id = subject
          and (is_public_comment(c) or c.user_id = current_viewer() or (t.can_moderate and c.hidden_at is not null))
          and case
            when after_time is null then true
            when newest_first then (c.created_at, c.id) < (after_time, after_id)
            else (c.created_at, c.id) > (after_time, after_id)
          end
        order by list_position limit max_rows
      ) page
    )
  )
  from find_comment_thread(subject) t
$$;

create or replace function get_comment(comment uuid) returns jsonb
language sql stable security definer set search_path = public, pg_temp
as $$
  select to_comment_json(c) from comments c, find_comment_thread(c.subject_id) t
  where c.id = comment
    and (is_public_comment(c) or c.user_id = current_viewer() or (t.can_moderate and c.hidden_at is not null))
$$;

create or replace function count_public_comments() returns table (subject_id uuid, count integer)
language sql stable security definer set search_path = public, pg_temp
as $$
  select c.subject_id, count(*)::integer from comments c
  where is_public_comment(c) and exists (select from find_comment_thread(c.subject_id))
  group by c.subject_id
$$;

-- Returns 'added', 'already' if the viewer has added a comment with this id, or a refusal. `wait` is in seconds.
create or replace function add_comment(subject uuid, comment uuid, new_body text)
returns table (outcome text, wait integer)
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  viewer constant uuid := current_viewer();
  thread record;
  seconds integer := 0;
begin
  perform require_right(viewer is not null, 'only members comment');
  -- These locks prevent the deletion of the content and the account until the comment is stored.
  perform from users u where u.id = viewer for key share;
  perform from news n where n.id = subject for key share;
  perform from team_posts p where p.id = subject for key share;
  perform from events e where e.id = subject for key share;
  select * into thread from find_comment_thread(subject);
  if not found then return query select 'not_found', 0; return; end if;
  if not exists (select from profiles p where p.user_id = viewer and p.display_name is not null) then
    return query select 'no_display_name', 0; return;
  end if;
  if exists (select from comments c where c.id = comment and c.user_id = viewer and c.subject_id = subject) then
    return query select 'already', 0; return;
  end if;
  if exists (select from comments c where c.id = comment) then return query select 'not_found', 0; return; end if;
  if thread.is_closed then return query select 'comments_closed', 0; return; end if;
  seconds := count_attempt('comment', viewer::text);
  if seconds > 0 then return query select 'rate_limited', seconds; return; end if;
  -- A repeated request may have added the comment while this call waited for the row lock of count_attempt().
  if exists (select from comments c where c.id = comment and c.user_id = viewer) then
    return query select 'already', 0; return;
  end if;
  if exists (
    select from comments c
    where c.user_id = viewer and c.created_at > now() - interval '1 hour' and plain_text(c.body) = plain_text(new_body)
  ) then
    return query select 'comment_repeated', 0; return;
  end if;
  insert into comments (id, news_id, post_id, event_id, user_id, body, mentions)
  values (
    comment, case when thread.kind = 'article' then subject end, case when thread.kind = 'post' then subject end,
    case when thread.kind = 'event' then subject end, viewer, new_body, find_mentions(new_body, subject)
  );
  return query select 'added', 0;
end $$;
create trigger confirmed_email before insert or update of body on comments
  for each row execute function require_confirmed_email();
create trigger mark_reviewed before insert on comments for each row execute function mark_reviewed_if_trusted();
create trigger limit_per_day after insert on comments referencing new table as added
  for each statement execute function enforce_daily_limit('comments');

create or replace function edit_comment(comment uuid, new_body text) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
declare old_comment comments;
begin
  select c.* into old_comment from comments c
  where c.id = comment and c.user_id = current_viewer() for no key update;
  if not found or not exists (select from find_comment_thread(old_comment.subject_id)) then return 'not_found'; end if;
  if old_comment.hidden_by = 'team' then return 'hidden_by_team'; end if;
  if old_comment.hidden_at is not null then return 'hidden_by_admins'; end if;
  if old_comment.body = new_body then return 'done'; end if;
  if old_comment.created_at < now() - get_comment_edit_time() then return 'edit_time_over'; end if;
  update comments c
  set body = new_body, mentions = find_mentions(new_body, c.subject_id), edited_at = date_trunc('milliseconds', now())
  where c.id = comment;
  return 'done';
end $$;

-- Deletes the viewer's own comment, even if its subject is hidden. Returns false if the viewer has no such comment.
create or replace function delete_comment(comment uuid) returns boolean
language sql security definer set search_path = public, pg_temp
as $$
  with deleted as (
    delete from comments where id = comment and user_id = current_viewer() returning id
  )
  select exists (select from deleted)
$$;

-- Hides a comment or shows it again. Teams cannot show a comment that super admins or news editors hid ('site').
create or replace function set_comment_hidden(comment uuid, is_hidden boolean) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  old_comment comments;
  thread record;
  is_site boolean;
begin
  select c.* into old_comment from comments c where c.id = comment for no key update;
  if not found then return 'not_found'; end if;
  select * into thread from find_comment_thread(old_comment.subject_id);
  if not found then return 'not_found'; end if;
  if not thread.can_moderate then return case when is_public_comment(old_comment) then 'forbidden' else 'not_found' end; end if;
  if (old_comment.hidden_at is not null) = is_hidden then return 'done'; end if;
  is_site := is_super_admin() or (thread.kind = 'article' and is_news_editor());
  if old_comment.hidden_by = 'site' and not is_site then return 'hidden_by_admins'; end if;
  update comments c
  set hidden_at = case when is_hidden then date_trunc('milliseconds', now()) end,
    hidden_by = case when is_hidden then case when is_site then 'site' else 'team' end end
  where c.id = comment;
  insert into audit_log (actor_id, action, target_id, after)
  values (current_viewer(), case when is_hidden then 'comments.hide' else 'comments.show' end, comment,
    jsonb_build_object('title', thread.title));
  return 'done';
end $$;

create or replace function close_comments(subject uuid, is_closed boolean) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
declare thread record;
begin
  select * into thread from find_comment_thread(subject);
  if not found then return 'not_found'; end if;
  if not thread.can_close then return 'forbidden'; end if;
  if is_closed then
    insert into closed_comments (news_id, post_id, event_id)
    values (case when thread.kind = 'article' then subject end, case when thread.kind = 'post' then subject end,
      case when thread.kind = 'event' then subject end)
    on conflict do nothing;
  else
    delete from closed_comments c where c.subject_id = subject;
  end if;
  return 'done';
end $$;

-- Notifies the author of the subject, and the members mentioned in the comment. If the comment mentions the author,
-- the author gets only one notification: of the comment or, if notifications of comments are off, of the mention.
create or replace function notify_of_comment() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare author uuid := (select t.author_id from find_comment_thread(new.subject_id) t);
begin
  if author is not null then
    perform notify('comment', new.subject_id, array[new.id], array[author], '{}', null, new.user_id);
  end if;
  if cardinality(new.mentions) > 0 and exists (select from find_comment_thread(new.subject_id)) then
    perform notify('mention', new.subject_id, array[new.id], array(
      select m from unnest(new.mentions) as m
      where m is distinct from author or not (wants_topic(m, 'comment', 'bell') or wants_topic(m, 'comment', 'push'))
    ), '{}', null, new.user_id);
  end if;
  return null;
end $$;
create trigger notify_of_new after insert on comments
  for each row when (new.reviewed_at is not null) execute function notify_of_comment();
create trigger notify_of_approved after update of reviewed_at on comments
  for each row when (old.reviewed_at is null and new.reviewed_at is not null)
  execute function notify_of_comment();
-- notify() skips members that it has already notified of this comment.
create trigger notify_of_edited after update of mentions on comments
  for each row when (new.reviewed_at is not null and new.hidden_at is null and not new.mentions <@ old.mentions)
  execute function notify_of_comment();

-- Returns the facts that notifications about comments show. Leaves out the texts of comments, because locked screens
-- may show notifications.
create or replace function get_comment_notice(subject uuid, ids uuid[], locale text) returns jsonb
language sql stable security definer set search_path = public, pg_temp
as $$
  select jsonb_build_object(
    'commented', t.kind, 'id', subject, 'slug', coalesce(t.slug, t.team_slug),
    'title', coalesce(
      (select n.title from news n where n.original_id = subject and n.language::text = locale and n.is_published),
      (select nullif(e.translations -> locale ->> 'title', '') from events e where e.id = subject),
      t.title
    ),
    'count', count(*)::integer,
    'comment', (array_agg(c.id order by c.created_at desc, c.id))[1]
  )
  from find_comment_thread(subject) t join comments c on c.id = any(ids) and c.subject_id = subject and is_public_comment(c)
  group by t.kind, t.slug, t.team_slug, t.title
$$;

-- Deletes the unreviewed comments of a deleted account. Reviewed comments stay without a name.
create or replace function delete_unreviewed_comments() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from comments where user_id = old.id and reviewed_at is null;
  return old;
end $$;
create trigger delete_unreviewed_comments before delete on users
  for each row execute function delete_unreviewed_comments();

grant execute on function get_comment_page, get_comment, add_comment, edit_comment, delete_comment, set_comment_hidden,
  close_comments, get_comment_notice to daina_app;
grant execute on function count_public_comments to daina_app, daina_build;
