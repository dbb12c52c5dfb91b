-- Posts about events and articles on Discord. `chat` is a key such as `discord lv/en` and not the URL of the webhook,
-- because the URL is a secret.
create table discord_posts (
  chat text not null references channels on delete cascade,
  event_id uuid references events on delete cascade,
  news_id uuid references news on delete cascade,
  -- The version that was last posted: for an event the result of hash_event_facts(), for an article 'published'. Null
  -- if Discord refused the only post.
  posted_state text,
  -- The previous `posted_state`, which is restored if Discord refuses the message.
  state_before text,
  tries integer not null default 1 check (tries >= 0),
  next_try_at timestamptz not null default now(),
  last_error text check (length(last_error) <= 500),
  unique nulls not distinct (chat, event_id, news_id),
  check (num_nonnulls(event_id, news_id) = 1)
);
create index discord_posts_of_event on discord_posts (event_id) where event_id is not null;
create index discord_posts_of_news on discord_posts (news_id) where news_id is not null;
alter table discord_posts enable row level security;
