-- News articles, their translations (rows with original_id) and revisions, and rights in the newsroom.

-- Returns a member's rights in the newsroom; null if the member has none. Super admins have the rights of an editor.
create or replace function get_newsroom_grant(member uuid) returns jsonb
language sql stable
as $$
  select case
    when u.blocked_at is not null then null
    when g.kind = 'translator' and r.role is distinct from 'super_admin'
      then jsonb_build_object('kind', g.kind, 'languages', g.languages, 'may_publish', g.may_publish)
    when g.kind = 'editor' or r.role = 'super_admin'
      then '{"kind": "editor", "languages": ["en", "lv", "et", "lt", "ru"], "may_publish": true}'
  end
  from users u
    left join news_grants g on g.user_id = u.id
    left join user_roles r on r.user_id = u.id and r.role = 'super_admin'
  where u.id = member
$$;

-- Returns the viewer's rights in the newsroom; null if the viewer has none, or lacks a required second factor.
create or replace function get_usable_newsroom_grant() returns jsonb
language sql stable
as $$ select get_newsroom_grant(current_viewer()) where not lacks_required_factor(current_viewer()) $$;

create or replace function list_newsroom_languages() returns locale_code[]
language sql stable security definer set search_path = public, pg_temp
as $$
  select coalesce(array(
    select jsonb_array_elements_text(get_usable_newsroom_grant() -> 'languages')
  )::locale_code[], '{}')
$$;

create or replace function list_publishable_languages() returns locale_code[]
language sql stable security definer set search_path = public, pg_temp
as $$
  select case when (get_usable_newsroom_grant() ->> 'may_publish')::boolean
    then list_newsroom_languages() else '{}' end
$$;

create or replace function is_news_editor() returns boolean
language sql stable security definer set search_path = public, pg_temp
as $$
  select coalesce(get_usable_newsroom_grant() ->> 'kind' = 'editor', false)
$$;

-- Returns the name of a newsroom member to other newsroom members, even if the name is hidden.
create or replace function get_name_for_newsroom(member uuid) returns text
language sql stable security definer set search_path = public, pg_temp
as $$
  select p.display_name from profiles p
  where p.user_id = member and get_newsroom_grant(member) is not null
    and cardinality(list_newsroom_languages()) > 0
$$;

-- Notifies the members with the right to publish an article that it is finished, at most once an hour. Super admins are notified
-- only if no other member may publish it. Returns false for an unknown article.
create or replace function notify_publishers(article uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  n news;
  recipients uuid[];
begin
  select * into n from news where id = article;
  if not found then return false; end if;
  perform require_right(n.language = any(list_newsroom_languages()), 'the article is not in your languages');
  if count_attempt('news_ready', article::text, 1, interval '1 hour') > 0 then return true; end if;
  with publishers as (
    select u.id, u.language,
      exists (select from user_roles r where r.user_id = u.id and r.role = 'super_admin') as is_super_admin
    from users u
    where u.id <> current_viewer() and u.email_verified_at is not null
      and (get_newsroom_grant(u.id) ->> 'may_publish')::boolean
      and get_newsroom_grant(u.id) -> 'languages' ? n.language::text
      and (u.id in (select user_id from news_grants)
        or u.id in (select user_id from user_roles where role = 'super_admin'))
  ), mailed as (
    insert into mails (user_id, kind, language, about)
    select p.id, 'news_ready', p.language,
      jsonb_build_object('article', n.title, 'article_id', n.id, 'article_language', n.language)
    from publishers p
    where not p.is_super_admin or not exists (select from publishers o where not o.is_super_admin)
    returning user_id
  )
  select array_agg(user_id) into recipients from mailed;
  perform notify('news_ready', n.id, '{}', recipients);
  return true;
end $$;

-- Notifies a member of new or changed rights in the newsroom.
-- Each change deletes an unsent email about an earlier change.
create or replace function notify_of_newsroom_access() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from mails
  where user_id = coalesce(new.user_id, old.user_id) and kind = 'newsroom_access'
    and sent_at is null and coalesce(leased_until, now()) <= now();
  if tg_op <> 'DELETE' and new.user_id <> current_viewer() then
    insert into mails (user_id, kind, language)
    select id, 'newsroom_access', language from users where id = new.user_id;
    perform notify('newsroom_access', null, '{}', array[new.user_id]);
  end if;
  return null;
end $$;
create trigger email_member after insert or update or delete on news_grants
  for each row execute function notify_of_newsroom_access();

grant select, insert, update, delete on news_grants to daina_app;
create policy own_or_super_admins_read on news_grants for select to daina_app
  using (user_id = (select current_viewer()) or (select is_super_admin()));
create policy super_admins_write on news_grants to daina_app
  using ((select is_super_admin()));
create policy newsroom_reads on builds for select to daina_app
  using (cardinality((select list_newsroom_languages())) > 0);
create trigger audit after insert or update or delete on news_grants
  for each row execute function write_audit_row();

grant select, insert, update, delete on news to daina_app;
grant select on news to daina_build;
create policy published_to_everybody on news for select to daina_app, daina_build
  using (is_published);
create policy newsroom_reads on news for select to daina_app
  using (
    language = any((select list_newsroom_languages())::locale_code[])
    or (original_id is null and cardinality((select list_newsroom_languages())) > 0)
  );
create policy editors_write on news to daina_app
  using ((select is_news_editor()));
create policy translators_add on news for insert to daina_app
  with check (
    original_id is not null and language = any((select list_newsroom_languages())::locale_code[])
    and (not is_published and publish_at is null
      or language = any((select list_publishable_languages())::locale_code[]))
  );
create policy translators_change on news for update to daina_app
  using (
    original_id is not null and language = any((select list_newsroom_languages())::locale_code[])
    and (not is_published and publish_at is null
      or language = any((select list_publishable_languages())::locale_code[]))
  );

-- A changed text of an original makes its translations outdated, unless the change is marked as a correction.
create or replace function record_text_change() returns trigger
language plpgsql
as $$
begin
  if coalesce(current_setting('app.is_correction', true), '') <> 'yes' and (
    (new.title, new.excerpt, new.content, new.cover_alt)
    is distinct from (old.title, old.excerpt, old.content, old.cover_alt)
  ) then
    new.text_changed_at := greatest(
      date_trunc('milliseconds', clock_timestamp()), old.text_changed_at + interval '1 millisecond'
    );
  end if;
  return new;
end $$;
create trigger record_text_change before update of title, excerpt, content, cover_alt on news
  for each row when (new.original_id is null) execute function record_text_change();

create or replace function check_translation() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare original news;
begin
  if tg_op = 'UPDATE' and new.original_id is distinct from old.original_id then
    raise exception 'a translation cannot get another original' using errcode = 'check_violation';
  end if;
  if new.original_id is null then
    if exists (select from news t where t.original_id = new.id and t.language = new.language) then
      raise exception 'there is a translation into that language'
        using errcode = 'unique_violation', constraint = 'news_one_translation';
    end if;
    return new;
  end if;
  select * into original from news where id = new.original_id for share;
  if original.original_id is not null or original.language = new.language then
    raise exception 'a translation must be in another language than its original'
      using errcode = 'unique_violation', constraint = 'news_one_translation';
  end if;
  if new.is_published and not original.is_published then
    raise exception 'the original is not published' using errcode = 'DA412';
  end if;
  return new;
end $$;
create trigger check_translation before insert or update on news
  for each row execute function check_translation();

create or replace function unpublish_translations() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update news set is_published = false, publish_at = null
  where original_id = new.id and (is_published or publish_at is not null);
  return null;
end $$;
create trigger unpublish_translations after update of is_published on news
  for each row when (old.is_published and not new.is_published and new.original_id is null)
  execute function unpublish_translations();

-- This trigger lists all columns that an edit changes.
-- It leaves out author_id, which the deletion of an account clears.
create trigger touch before update of slug, title, excerpt, content, content_html, cover_image_url,
  cover_alt, cover_is_decoration, cover_focus_x, cover_focus_y, country, language, is_featured, is_published,
  published_at, publish_at, translated_from on news
  for each row execute function touch_updated_at();
create trigger audit after insert or update or delete on news
  for each row execute function write_audit_row('content', 'content_html', 'group_number', 'version_hash');

create trigger published_insert after insert on news
  for each row when (new.is_published) execute function raise_version_for_change('urgent');
create trigger published_update after update on news
  for each row when (old.is_published or new.is_published) execute function raise_version_for_change('urgent');
create trigger published_delete after delete on news
  for each row when (old.is_published) execute function raise_version_for_change('urgent');

-- Returns the articles and translations that row-level security lets the viewer read. A translation has the country,
-- cover, `is_featured`, date and author of its original.
create or replace function list_visible_news()
returns table (
  id uuid, original_id uuid, slug text, title text, excerpt text, content text, content_html text,
  cover_image_url text, cover_alt text, cover_focus_x smallint, cover_focus_y smallint, country text,
  language text, is_featured boolean, is_published boolean, is_outdated boolean,
  published_at timestamptz, author_id uuid, author_name text, reading_minutes integer,
  created_at timestamptz, updated_at timestamptz, listed_at timestamptz
)
language sql stable
as $$
  select n.id, n.original_id, n.slug, n.title, n.excerpt, n.content, n.content_html,
    coalesce(o.cover_image_url, n.cover_image_url),
    case when coalesce(o.cover_is_decoration, n.cover_is_decoration) then '' else n.cover_alt end,
    coalesce(o.cover_focus_x, n.cover_focus_x), coalesce(o.cover_focus_y, n.cover_focus_y),
    coalesce(o.country, n.country)::text, n.language::text, coalesce(o.is_featured, n.is_featured),
    n.is_published, coalesce(n.translated_from < o.text_changed_at, false),
    coalesce(o.published_at, n.published_at), a.id, get_name_for_viewer(a.id),
    n.reading_minutes, n.created_at, n.updated_at, coalesce(n.published_at, n.created_at)
  from news n
    left join news o on o.id = n.original_id,
    lateral (select case when o.id is null then n.author_id else o.author_id end as id) a
$$;

-- Returns the given URLs that no text and no picture column contains. Reads all texts once: with 100,000 posts, one
-- search per picture exceeded the time limit of a function.
create or replace function list_unused_uploads(urls text[]) returns setof text
language sql stable security definer set search_path = public, pg_temp
as $$
  with texts as (
    select content from news where strpos(content, '/uploads/') > 0
    union all select content from news_revisions where strpos(content, '/uploads/') > 0
    union all select form::text from news_drafts where strpos(form::text, '/uploads/') > 0
    union all select content from team_posts where strpos(content, '/uploads/') > 0
  ), used_uploads as materialized (
    select found[1] as url
    from texts, regexp_matches(content, '/uploads/[a-z-]+/[A-Za-z0-9_-]+\.webp', 'g') as found
    union select cover_image_url from news where cover_image_url = any(urls)
    union select cover_image_url from news_revisions where cover_image_url = any(urls)
    union select cover_image_url from teams where cover_image_url = any(urls)
    union select image_url from events where image_url = any(urls)
    union select video_thumb_url from team_posts where video_thumb_url = any(urls)
  )
  select upload.url from unnest(urls) as upload (url)
  where not exists (select from used_uploads where used_uploads.url = upload.url)
$$;

-- Publishes articles whose planned time has come, and then translations of published originals. Returns their number.
create or replace function publish_planned_news() returns integer
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  published integer := 0;
  row_total integer;
  is_translation boolean;
begin
  foreach is_translation in array array[false, true] loop
    with due as (
      select id from news n
      where publish_at <= now() and not is_published and (original_id is not null) = is_translation
        and (original_id is null or exists (select from news o where o.id = n.original_id and o.is_published))
      for update skip locked
    )
    update news n
    -- An article that was published before keeps its date.
    set is_published = true, publish_at = null,
      published_at = coalesce(n.published_at, date_trunc('milliseconds', n.publish_at))
    from due where n.id = due.id;
    get diagnostics row_total = row_count;
    published := published + row_total;
  end loop;
  return published;
end $$;

grant select on news_revisions to daina_app;
create policy newsroom_reads on news_revisions for select to daina_app
  using (exists (select from news n where n.id = news_id)
    and cardinality((select list_newsroom_languages())) > 0);

-- Stores a revision when an article or translation is saved with changes, and keeps the last hundred revisions.
create or replace function store_revision() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if tg_op = 'UPDATE' and (new.title, new.slug, new.excerpt, new.content, new.cover_image_url, new.cover_alt,
      new.country, new.language) is not distinct from (old.title, old.slug, old.excerpt, old.content,
      old.cover_image_url, old.cover_alt, old.country, old.language)
  then
    return null;
  end if;
  insert into news_revisions (news_id, editor_id, title, slug, excerpt, content, cover_image_url, cover_alt,
    country, language, text_changed_at)
  values (new.id, current_viewer(), new.title, new.slug, new.excerpt, new.content,
    new.cover_image_url, new.cover_alt, new.country, new.language, new.text_changed_at);
  delete from news_revisions where news_id = new.id and id <= (
    select id from news_revisions where news_id = new.id order by id desc offset 100 limit 1
  );
  return null;
end $$;
create trigger keep_revision after insert or update on news
  for each row execute function store_revision();

grant execute on function list_newsroom_languages, list_publishable_languages, is_news_editor, get_name_for_newsroom,
  notify_publishers to daina_app;
grant execute on function list_visible_news to daina_app, daina_build;
grant execute on function list_unused_uploads, publish_planned_news to daina_auth;
