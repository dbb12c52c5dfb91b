-- The server's VAPID keys (RFC 8292), generated once. They are in the database so that a backup contains them: with new
-- keys, every browser would have to subscribe again. Only SQL functions read this table.
create table vapid_keys (
  is_only boolean primary key default true check (is_only),
  public_key text not null,
  private_key text not null
);
alter table vapid_keys enable row level security;

-- A browser that shows push messages (Web Push, RFC 8030). The row is deleted with the session, so that the browser
-- shows no messages after the member has logged out.
create table push_subscriptions (
  session_id uuid primary key references sessions on delete cascade,
  user_id uuid not null references users on delete cascade,
  -- Issued by the browser's push service. It is a secret, because anyone who knows it may send messages to the browser.
  endpoint text not null unique check (length(endpoint) <= 1000),
  -- The browser's public key and secret for encryption (RFC 8291), in base64url.
  p256dh text not null check (length(p256dh) <= 200),
  auth text not null check (length(auth) <= 100),
  language locale_code not null,
  created_at timestamptz not null default date_trunc('milliseconds', now())
);
create index push_subscriptions_of_user on push_subscriptions (user_id);
alter table push_subscriptions enable row level security;

-- Hours in which a member gets no push messages, in Baltic time. Members without a row have the default of get_push_due_time().
create table push_quiet_hours (
  user_id uuid primary key references users on delete cascade,
  -- Equal values turn quiet hours off.
  starts_at time not null,
  ends_at time not null
);
alter table push_quiet_hours enable row level security;

-- Notifications that must be sent to the member's browsers. A row is deleted when the notification is sent, read or too
-- old.
create table push_messages (
  notification_id uuid primary key references notifications on delete cascade,
  due_at timestamptz not null,
  tries integer not null default 0 check (tries >= 0)
);
create index push_messages_due on push_messages (due_at);
alter table push_messages enable row level security;
