-- One row with the VAPID keys, which identify the site to push services (RFC 8292). Backups contain the keys, because
-- with new keys all browsers would have to subscribe again.
create table vapid_keys (
  is_only boolean primary key default true check (is_only),
  public_key text not null,
  private_key text not null
);
alter table vapid_keys enable row level security;

-- Browsers that receive push messages (Web Push, RFC 8030). A log-out deletes the session and with it the subscription.
create table push_subscriptions (
  session_id uuid primary key references sessions on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- A secret, because anyone who knows the URL may send messages to the browser.
  endpoint text not null unique check (length(endpoint) <= 1000),
  -- The browser's public key and secret for encryption (RFC 8291), in base64url.
  p256dh text not null check (length(p256dh) <= 200),
  auth text not null check (length(auth) <= 100),
  language locale_code not null,
  created_at timestamptz not null default date_trunc('milliseconds', now())
);
create index push_subscriptions_of_user on push_subscriptions (user_id);
alter table push_subscriptions enable row level security;

-- Times without push messages that members chose, in Baltic time. get_push_due_time() has the default for members
-- without a row.
create table push_quiet_hours (
  user_id uuid primary key references users on delete cascade,
  -- Equal values turn quiet hours off.
  starts_at time not null,
  ends_at time not null
);
alter table push_quiet_hours enable row level security;

create table push_messages (
  notification_id uuid primary key references notifications on delete cascade,
  due_at timestamptz not null,
  tries integer not null default 0 check (tries >= 0)
);
create index push_messages_due on push_messages (due_at);
alter table push_messages enable row level security;
