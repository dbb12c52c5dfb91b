create table news (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique
    check (length(slug) <= 120 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
    -- Names that are, or may become, addresses of their own under /news.
    check (slug not in ('page', 'new', 'mine', 'edit', 'feed', 'shell')),
  title text not null check (length(btrim(title)) between 1 and 200),
  excerpt text check (length(excerpt) <= 400),
  content text not null default '' check (length(content) <= 200000),
  -- Rendered, and safe to show, when saved, so that neither a build nor a reader waits for it.
  content_html text not null default '',
  -- Only our own files: the Content-Security-Policy would not load another's.
  cover_image_url text check (cover_image_url ~ '^/uploads/news-images/[A-Za-z0-9_-]+[.]webp$'),
  country country_code,
  language locale_code not null default 'en',
  is_featured boolean not null default false,
  is_published boolean not null default false,
  published_at timestamptz,
  author_id uuid references users on delete set null,
  reading_minutes integer not null generated always as (
    greatest(1, ceil(cardinality(regexp_split_to_array(btrim(content), '\s+')) / 200.0)::integer)
  ) stored,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  check (not is_published or published_at is not null)
);
create index news_published on news ((coalesce(published_at, created_at)) desc, id desc) where is_published;
create index news_by_creation on news (created_at desc, id desc);
create index news_of_author on news (author_id);

create index news_by_cover on news (cover_image_url) where cover_image_url is not null;

create trigger touch before update on news for each row execute function touch_updated_at();
create trigger audit after insert or update or delete on news
  for each row execute function write_audit_row('content', 'content_html');

-- Only what readers can see makes the built site outdated.
create trigger published_insert after insert on news
  for each row when (new.is_published) execute function raise_content_version();
create trigger published_update after update on news
  for each row when (old.is_published or new.is_published) execute function raise_content_version();
create trigger published_delete after delete on news
  for each row when (old.is_published) execute function raise_content_version();

alter table news enable row level security;
create policy published_to_everybody on news for select to daina_app using (is_published);
create policy super_admins_write on news to daina_app
  using ((select is_super_admin())) with check ((select is_super_admin()));
grant select, insert, update, delete on news to daina_app;

-- No condition of its own: what is safe is what row-level security lets the caller see, so that one rule
-- decides. To a stranger, and so to the build, that is what is published.
create function get_safe_news()
returns table (
  id uuid, slug text, title text, excerpt text, content text, content_html text,
  cover_image_url text, country text, language text, is_featured boolean, is_published boolean,
  published_at timestamptz, author_id uuid, author_name text, reading_minutes integer,
  created_at timestamptz, updated_at timestamptz, listed_at timestamptz
)
language sql stable
as $$
  select n.id, n.slug, n.title, n.excerpt, n.content, n.content_html,
    n.cover_image_url, n.country::text, n.language::text, n.is_featured, n.is_published,
    n.published_at, n.author_id, public_display_name(n.author_id), n.reading_minutes,
    n.created_at, n.updated_at, coalesce(n.published_at, n.created_at)
  from news n
$$;

-- For the sweep of uploads, which is nobody's in particular: it names files, and learns which are unused.
create function unused_covers(urls text[]) returns setof text
language sql stable security definer set search_path = public, pg_temp
as $$
  select url from unnest(urls) as url
  where not exists (select from news where cover_image_url = url or strpos(content, url) > 0)
$$;
revoke execute on function unused_covers(text[]) from public;
grant execute on function unused_covers(text[]) to daina_app;
