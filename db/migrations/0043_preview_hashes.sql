-- Links to previews are stored as SHA-256 hashes. An article may have several, since a link cannot be shown a
-- second time. The table is made anew: the tokens stored in clear, 192 bits each, stop working.
drop function if exists previewed_news(text) cascade;
drop table news_previews;
create table news_previews (
  token_hash bytea primary key check (length(token_hash) = 32),
  article_id uuid not null references news on delete cascade,
  created_at timestamptz not null default date_trunc('milliseconds', now())
);
create index news_previews_of_article on news_previews (article_id);
alter table news_previews enable row level security;
