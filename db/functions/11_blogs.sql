-- Posts of teams.

grant select, delete,
  insert (id, team_id, user_id, title, content, content_html, video_url, video_type, is_published,
    language, is_language_guessed),
  update (title, content, content_html, video_url, video_type, video_thumb_url, is_published, hidden_at,
    language, is_language_guessed)
  on team_posts to daina_app;
grant select on team_posts to daina_build;
-- Admins of the team see all its posts. Authors see their drafts while they are members of the team.
create policy readers on team_posts for select to daina_app, daina_build using (
  (is_published and team_id not in (select list_hidden_team_ids()))
    or (user_id = (select current_viewer()) and team_id in (select list_own_team_ids('member')))
    or team_id in (select list_own_team_ids('admin')) or (select is_super_admin())
);
create policy managers_write on team_posts for insert to daina_app with check (
  user_id = (select current_viewer())
    and (team_id in (select list_own_team_ids('admin')) or (select is_super_admin()))
);
create policy managers_and_author_edit on team_posts for update to daina_app using (
  team_id in (select list_own_team_ids('admin')) or (select is_super_admin())
    or (user_id = (select current_viewer()) and team_id in (select list_own_team_ids('member')))
);
create policy managers_and_author_delete on team_posts for delete to daina_app using (
  team_id in (select list_own_team_ids('admin')) or (select is_super_admin())
    or (user_id = (select current_viewer()) and team_id in (select list_own_team_ids('member')))
);

-- This trigger lists all columns that an edit changes. It leaves out user_id, which the deletion of an account clears.
create trigger touch before update of title, content, content_html, video_url, video_type, is_published,
  language, is_language_guessed on team_posts for each row execute function touch_updated_at();
create trigger confirmed_email before insert or update of title, content, content_html, video_url,
  video_type, is_published on team_posts for each row when (new.is_published)
  execute function require_confirmed_email();
create trigger audit after insert or update or delete on team_posts
  for each row when (is_super_admin()) execute function write_audit_row('content', 'content_html');

-- Raises the content version. The change is urgent if the post disappears, or if the account of its author was deleted.
create or replace function raise_version_for_post() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform raise_version(
    old.is_published and (not new.is_published or (old.user_id is not null and new.user_id is null))
  );
  return null;
end $$;
create trigger published_insert after insert on team_posts
  for each row when (new.is_published) execute function raise_version_for_change();
create trigger published_update after update on team_posts
  for each row when (old.is_published or new.is_published) execute function raise_version_for_post();
create trigger published_delete after delete on team_posts
  for each row when (old.is_published) execute function raise_version_for_change('urgent');
create trigger mark_reviewed before insert on team_posts for each row execute function mark_reviewed_if_trusted();
create trigger limit_per_day after insert on team_posts referencing new table as added
  for each statement execute function enforce_daily_limit('posts');
create trigger mark_reviewed_when_published before update of is_published on team_posts
  for each row when (new.is_published and new.reviewed_at is null) execute function mark_reviewed_if_trusted();

-- The date of a published post (created_at) is the date of its first publishing.
create or replace function set_first_publishing_date() returns trigger
language plpgsql
as $$
begin
  if new.is_published and not new.was_published then
    new.was_published := true;
    if tg_op = 'UPDATE' then new.created_at := date_trunc('milliseconds', now()); end if;
  end if;
  return new;
end $$;
create trigger first_publishing before insert or update of is_published on team_posts
  for each row execute function set_first_publishing_date();

create or replace function clear_video_thumb() returns trigger
language plpgsql
as $$ begin new.video_thumb_url := null; return new; end $$;
create trigger drop_video_thumb before update of video_url on team_posts
  for each row when (new.video_url is distinct from old.video_url) execute function clear_video_thumb();

-- Only super admins may hide a post, or publish a hidden post. Publishing shows the post again.
create or replace function guard_hidden_post() returns trigger
language plpgsql
as $$
declare is_restricted constant boolean := current_viewer() is not null and not is_super_admin();
begin
  if new.is_published and old.hidden_at is not null then
    if is_restricted then raise exception 'the admins hid this post' using errcode = 'DA423'; end if;
    new.hidden_at := null;
  elsif new.hidden_at is distinct from old.hidden_at and is_restricted then
    raise exception 'only super admins hide posts' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger guard_hidden before update of is_published, hidden_at on team_posts
  for each row execute function guard_hidden_post();

-- Returns the posts that row-level security lets the viewer read. A published post is listed if the post and its team
-- were reviewed.
create or replace function list_visible_team_posts()
returns table (
  id uuid, team_id uuid, user_id uuid, title text, content text, content_html text, video_url text,
  video_type text, video_thumb_url text, is_published boolean, is_hidden boolean, is_listed boolean,
  language text, is_language_guessed boolean, created_at timestamptz, updated_at timestamptz, team_name text, team_slug text,
  team_location text, team_country text, author_name text
)
language sql stable
as $$
  select p.id, p.team_id, p.user_id, p.title, p.content, p.content_html, p.video_url,
    p.video_type, p.video_thumb_url, p.is_published, p.hidden_at is not null,
    p.is_published and p.reviewed_at is not null and t.reviewed_at is not null,
    p.language::text, p.is_language_guessed, p.created_at, p.updated_at,
    t.name, t.slug, t.location, t.country::text, get_name_for_viewer(p.user_id)
  from team_posts p
  join teams t on t.id = p.team_id
$$;

grant execute on function list_visible_team_posts to daina_app, daina_build;
