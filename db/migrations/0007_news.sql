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
  -- When it publishes itself.
  publish_at timestamptz,
  author_id uuid references users on delete set null,
  reading_minutes integer not null generated always as (
    greatest(1, ceil(cardinality(regexp_split_to_array(btrim(content), '\s+')) / 200.0)::integer)
  ) stored,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  check (not is_published or published_at is not null),
  -- Published or planned, not both.
  check (not is_published or publish_at is null)
);
create index news_published on news ((coalesce(published_at, created_at)) desc, id desc) where is_published;
create index news_planned on news (publish_at) where publish_at is not null;
create index news_by_creation on news (created_at desc, id desc);
create index news_by_name on news (plain_text(title), id);
-- The words are those of admin_source(): a test looks that the index serves it.
create index news_by_words on news
  using gin (plain_text(title || ' ' || slug || ' ' || coalesce(excerpt, '')) gin_trgm_ops)
  with (fastupdate = off);
create index news_of_author on news (author_id);
create index news_by_cover on news (cover_image_url) where cover_image_url is not null;
alter table news enable row level security;

-- What an article said before.
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
