-- The Telegram channel that new events are posted to. Events from before `since` are not posted.
create table channels (
  -- The channel's id or @name at Telegram.
  chat text primary key check (length(chat) between 1 and 200),
  since timestamptz not null default now(),
  -- Telegram asked for no request before this time.
  paused_until timestamptz not null default now()
);
alter table channels enable row level security;

-- Delivery of an event to the channel. The row is never deleted before its event, so that no event is posted twice.
create table announcements (
  event_id uuid primary key references events on delete cascade,
  tries integer not null default 1 check (tries >= 0),
  next_try_at timestamptz not null default now(),
  -- A worker leases the announcement. The lease is kept unless Telegram rejects the message: it may have been posted.
  taken_at timestamptz default now(),
  sent_at timestamptz,
  last_error text check (length(last_error) <= 500)
);
alter table announcements enable row level security;
