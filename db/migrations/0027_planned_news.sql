-- Articles that publish themselves, and what an article said before.

alter table news
  add column publish_at timestamptz,
  -- Published or planned, not both.
  add check (not is_published or publish_at is null);
create index news_planned on news (publish_at) where publish_at is not null;
drop trigger touch on news;
create trigger touch before update of slug, title, excerpt, content, content_html, cover_image_url,
  country, language, is_featured, is_published, published_at, publish_at on news
  for each row execute function touch_updated_at();

-- Whenever it runs, it finds everything whose moment has come: a missed schedule loses nothing. Returns how
-- many articles it published.
create function publish_planned_news() returns integer
language plpgsql security definer set search_path = public, pg_temp
as $$
declare published integer;
begin
  with due as (
    select id from news where publish_at <= now() and not is_published for update skip locked
  )
  update news n
  -- Their moment is the planned one, unless they were published before.
  set is_published = true, publish_at = null,
    published_at = coalesce(n.published_at, date_trunc('milliseconds', n.publish_at))
  from due where n.id = due.id;
  get diagnostics published = row_count;
  return published;
end $$;
revoke execute on function publish_planned_news() from public;
grant execute on function publish_planned_news() to daina_app;

create table news_revisions (
  id bigint generated always as identity primary key,
  news_id uuid not null references news on delete cascade,
  saved_at timestamptz not null default date_trunc('milliseconds', now()),
  editor_id uuid references users on delete set null,
  title text not null,
  slug text not null,
  excerpt text,
  content text not null,
  cover_image_url text,
  country country_code,
  language locale_code not null
);
create index news_revisions_of_article on news_revisions (news_id, id desc);
create index news_revisions_of_editor on news_revisions (editor_id);
create index news_revisions_by_cover on news_revisions (cover_image_url) where cover_image_url is not null;
alter table news_revisions enable row level security;
create policy super_admins_read on news_revisions for select to daina_app
  using ((select is_super_admin()));
grant select on news_revisions to daina_app;

-- How the article stood after each save; the last hundred of each.
create function keep_revision() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if tg_op = 'UPDATE' and (new.title, new.slug, new.excerpt, new.content, new.cover_image_url,
      new.country, new.language) is not distinct from (old.title, old.slug, old.excerpt, old.content,
      old.cover_image_url, old.country, old.language)
  then
    return null;
  end if;
  insert into news_revisions (news_id, editor_id, title, slug, excerpt, content, cover_image_url,
    country, language)
  values (new.id, current_viewer(), new.title, new.slug, new.excerpt, new.content,
    new.cover_image_url, new.country, new.language);
  delete from news_revisions where news_id = new.id and id <= (
    select id from news_revisions where news_id = new.id order by id desc offset 100 limit 1
  );
  return null;
end $$;
revoke execute on function keep_revision() from public;
create trigger keep_revision after insert or update on news
  for each row execute function keep_revision();
insert into news_revisions (news_id, saved_at, editor_id, title, slug, excerpt, content,
  cover_image_url, country, language)
select id, updated_at, author_id, title, slug, excerpt, content, cover_image_url, country, language
from news order by created_at;

-- A picture that an earlier version shows may be wanted again.
-- All texts are read once for however many pictures: looking for each in every text took longer than a
-- scheduled function has, at 5,000 articles and 100,000 posts.
create or replace function unused_covers(urls text[]) returns setof text
language sql stable security definer set search_path = public, pg_temp
as $$
  with texts as (
    select content from news where strpos(content, '/uploads/') > 0
    union all select content from news_revisions where strpos(content, '/uploads/') > 0
    union all select content from team_posts where strpos(content, '/uploads/') > 0
  ), shown as materialized (
    select found[1] as url
    from texts, regexp_matches(content, '/uploads/[a-z-]+/[A-Za-z0-9_-]+\.webp', 'g') as found
    union select cover_image_url from news where cover_image_url = any(urls)
    union select cover_image_url from news_revisions where cover_image_url = any(urls)
    union select cover_image_url from teams where cover_image_url = any(urls)
    union select image_url from events where image_url = any(urls)
  )
  select asked.url from unnest(urls) as asked (url)
  where not exists (select from shown where shown.url = asked.url)
$$;

-- Also which versions of articles the member saved.
alter function export_account() rename to export_account_before_revisions;
create function export_account() returns jsonb
language sql stable security definer set search_path = public, pg_temp
as $$
  select export_account_before_revisions() || jsonb_build_object(
    'news_revisions', (
      select coalesce(jsonb_agg(to_jsonb(r) order by r.id), '[]')
      from news_revisions r where r.editor_id = current_viewer()
    )
  )
$$;
revoke execute on function export_account() from public;
grant execute on function export_account() to daina_app;
revoke execute on function export_account_before_revisions() from daina_app;
