-- Unsaved work on articles. All editors of an article share one draft.
create table news_drafts (
  -- The id of the article, which may not exist yet.
  id uuid primary key,
  original_id uuid references news on delete cascade,
  language locale_code not null,
  form jsonb not null check (length(form::text) <= 1000000),
  -- The `updated_at` of the article; null for a new article.
  based_on timestamptz,
  -- A save must name the current version, so that it does not overwrite another editor's save.
  version integer not null default 1,
  editor_id uuid references users on delete set null,
  saved_at timestamptz not null default date_trunc('milliseconds', now())
);
create index news_drafts_of_original on news_drafts (original_id) where original_id is not null;
create index news_drafts_of_editor on news_drafts (editor_id);
alter table news_drafts enable row level security;

-- Members who have an article open in the editor. The editor shows who else is there.
create table news_presence (
  article_id uuid not null,
  user_id uuid not null references users on delete cascade,
  seen_at timestamptz not null default now(),
  primary key (article_id, user_id)
);
create index news_presence_of_user on news_presence (user_id);
alter table news_presence enable row level security;

-- Secret links to unpublished articles. A link is shown once, because only the hash of its token is stored.
create table news_previews (
  token_hash bytea primary key check (length(token_hash) = 32),
  article_id uuid not null references news on delete cascade,
  -- The editor who made the link; null if the database owner did.
  opened_by uuid references users on delete cascade,
  created_at timestamptz not null default date_trunc('milliseconds', now())
);
create index news_previews_of_article on news_previews (article_id);
create index news_previews_of_opener on news_previews (opened_by);
alter table news_previews enable row level security;
