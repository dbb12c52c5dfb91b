-- News in several languages, and who writes them.

-- An article in another language is a row of its own, under its original's address.
alter table news
  add column original_id uuid,
  -- Of an original: when its texts last changed, small corrections apart.
  add column text_changed_at timestamptz not null default date_trunc('milliseconds', now()),
  -- Of a translation: the `text_changed_at` of the original whose texts it has.
  add column translated_from timestamptz,
  -- Empty for a cover that says nothing.
  add column cover_alt text not null default '' check (length(cover_alt) <= 300),
  -- What stays in sight when the cover is cropped, in percent from its left and from its top.
  add column cover_focus_x smallint not null default 50 check (cover_focus_x between 0 and 100),
  add column cover_focus_y smallint not null default 50 check (cover_focus_y between 0 and 100),
  drop constraint news_slug_key,
  add constraint news_id_slug unique (id, slug),
  add constraint news_of_original foreign key (original_id, slug) references news (id, slug)
    on update cascade on delete cascade,
  add check ((original_id is null) = (translated_from is null)),
  drop constraint news_slug_check1,
  -- Names that are, or may become, addresses of their own under /news.
  add constraint news_slug_reserved
    check (slug not in ('page', 'new', 'mine', 'edit', 'feed', 'shell', 'preview'));
create unique index news_slug_key on news (slug) where original_id is null;
create index news_by_slug on news (slug);
create unique index news_one_translation on news (original_id, language) where original_id is not null;

alter table news_revisions
  add column cover_alt text not null default '',
  add column text_changed_at timestamptz;

-- Who writes news beside the super admins: editors all of it, translators into their languages.
create table news_grants (
  user_id uuid primary key references users on delete cascade,
  kind text not null check (kind in ('editor', 'translator')),
  languages locale_code[] not null default '{}',
  -- Whether a translator's texts reach readers without an editor.
  may_publish boolean not null default false,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  check ((kind = 'translator') = (cardinality(languages) > 0)),
  check (kind = 'translator' or not may_publish)
);
alter table news_grants enable row level security;

-- What an editor has typed and not saved, shared by all who may write it.
create table news_drafts (
  -- The article's, which need not be there yet.
  id uuid primary key,
  original_id uuid references news on delete cascade,
  language locale_code not null,
  form jsonb not null check (length(form::text) <= 1000000),
  -- The `updated_at` of the article that it began from; null for something new.
  based_on timestamptz,
  -- Counts the times it was stored: who stores it says which one they know.
  version integer not null default 1,
  editor_id uuid references users on delete set null,
  saved_at timestamptz not null default date_trunc('milliseconds', now())
);
create index news_drafts_of_original on news_drafts (original_id) where original_id is not null;
create index news_drafts_of_editor on news_drafts (editor_id);
alter table news_drafts enable row level security;

-- Who has which article open.
create table news_presence (
  article_id uuid not null,
  user_id uuid not null references users on delete cascade,
  seen_at timestamptz not null default now(),
  primary key (article_id, user_id)
);
create index news_presence_of_user on news_presence (user_id);
alter table news_presence enable row level security;

-- A link that shows an article to whoever has it, published or not.
create table news_previews (
  article_id uuid primary key references news on delete cascade,
  token text not null unique check (length(token) >= 20),
  created_at timestamptz not null default date_trunc('milliseconds', now())
);
alter table news_previews enable row level security;

-- What they return changes: db/functions makes them anew.
drop function if exists get_safe_news() cascade;
drop function if exists session_by_token(bytea, boolean) cascade;
drop function if exists admin_users(text, text, text, text, uuid, integer) cascade;
