-- The channel that new events are posted to; what was there before it is no news to its readers.
create table channels (
  -- As Telegram knows it: an id, or @name.
  chat text primary key check (length(chat) between 1 and 200),
  since timestamptz not null default now(),
  -- Telegram has asked to be left alone until then.
  paused_until timestamptz not null default now()
);
alter table channels enable row level security;

-- An event's way there. One row for good, so that no event is posted twice.
create table announcements (
  event_id uuid primary key references events on delete cascade,
  tries integer not null default 1 check (tries >= 0),
  next_try_at timestamptz not null default now(),
  -- A sender has it. It stays with one who does not say that it was refused: it may have been posted.
  taken_at timestamptz default now(),
  sent_at timestamptz,
  last_error text check (length(last_error) <= 500)
);
alter table announcements enable row level security;
