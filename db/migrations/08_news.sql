-- Articles. A translation is a separate row with the slug of its original.
create table news (
  id uuid primary key default gen_random_uuid(),
  original_id uuid,
  slug text not null
    check (length(slug) <= 120 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
    -- These slugs are paths of other pages under /news.
    constraint news_slug_reserved
      check (slug not in ('page', 'new', 'mine', 'edit', 'feed', 'shell', 'preview')),
  title text not null check (length(btrim(title)) between 1 and 200),
  excerpt text check (length(excerpt) <= 400),
  content text not null default '' check (length(content) <= 200000),
  content_html text not null default '',
  -- Only uploaded pictures, because the Content-Security-Policy blocks other origins.
  cover_image_url text check (cover_image_url ~ '^/uploads/news-images/[A-Za-z0-9_-]+[.]webp$'),
  cover_alt text not null default '' check (length(cover_alt) <= 300),
  -- Distinguishes a decorative cover, which needs no description, from a cover whose description is missing:
  -- `cover_alt` is empty in both cases.
  cover_is_decoration boolean not null default false,
  -- The point that stays visible when the cover is cropped, in percent from the left and from the top.
  cover_focus_x smallint not null default 50 check (cover_focus_x between 0 and 100),
  cover_focus_y smallint not null default 50 check (cover_focus_y between 0 and 100),
  country country_code,
  language locale_code not null default 'en',
  is_featured boolean not null default false,
  is_published boolean not null default false,
  published_at timestamptz,
  publish_at timestamptz,
  author_id uuid references users on delete set null,
  -- 200 is WORDS_PER_MINUTE in src/features/news/schema.ts.
  reading_minutes integer not null generated always as (
    greatest(1, ceil(cardinality(regexp_split_to_array(btrim(content), '\s+')) / 200.0)::integer)
  ) stored,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  -- The last change that makes translations outdated. Editors can exclude small corrections.
  text_changed_at timestamptz not null default date_trunc('milliseconds', now()),
  -- The original's `text_changed_at` at the time of translation.
  translated_from timestamptz,
  -- Incremental builds compare one hash per group of articles instead of all articles. Both values are stored columns,
  -- because row-level security prevents the use of an index on an expression.
  group_number integer not null
    generated always as (uuid_hash(coalesce(original_id, id)) & 1023) stored,
  version_hash bigint not null
    generated always as (hash_record_extended(row(id, updated_at, author_id), 0)) stored,
  constraint news_id_slug unique (id, slug),
  constraint news_of_original foreign key (original_id, slug) references news (id, slug)
    on update cascade on delete cascade,
  check (not is_published or published_at is not null),
  check (not is_published or publish_at is null),
  constraint news_translated_from check ((original_id is null) = (translated_from is null))
);
create unique index news_slug_key on news (slug) where original_id is null;
create index news_by_slug on news (slug);
create unique index news_one_translation on news (original_id, language) where original_id is not null;
create index news_published on news ((coalesce(published_at, created_at)) desc, id desc) where is_published;
create index news_planned on news (publish_at) where publish_at is not null;
create index news_by_creation on news (created_at desc, id desc);
create index news_by_title on news (plain_text(title), id);
-- Must be the expression in list_admin_rows(), because an index is used only for its exact expression.
create index news_by_words on news
  using gin (plain_text(title || ' ' || slug || ' ' || coalesce(excerpt, '')) gin_trgm_ops)
  with (fastupdate = off);
create index news_of_author on news (author_id);
create index news_by_cover on news (cover_image_url) where cover_image_url is not null;
create index news_groups on news (group_number, version_hash) where is_published;
-- Vacuums after 100 inserted rows, because index-only scans need vacuumed pages. By default, autovacuum waits until a
-- fifth of the table is new.
alter table news set (autovacuum_vacuum_insert_threshold = 100, autovacuum_vacuum_insert_scale_factor = 0);
alter table news enable row level security;

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
  cover_alt text not null default '',
  country country_code,
  language locale_code not null,
  text_changed_at timestamptz
);
create index news_revisions_of_article on news_revisions (news_id, id desc);
create index news_revisions_of_editor on news_revisions (editor_id);
create index news_revisions_by_cover on news_revisions (cover_image_url) where cover_image_url is not null;
alter table news_revisions enable row level security;

-- Members who may write or translate articles without being a super admin.
create table news_grants (
  user_id uuid primary key references users on delete cascade,
  kind text not null check (kind in ('editor', 'translator')),
  languages locale_code[] not null default '{}',
  may_publish boolean not null default false,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  check ((kind = 'translator') = (cardinality(languages) > 0)),
  check (kind = 'translator' or not may_publish)
);
alter table news_grants enable row level security;
