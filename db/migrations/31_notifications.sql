-- One row per member, topic and group. A group is related content, such as the new posts of a team.
-- docs/add-a-notification.md defines kinds, topics and things.
create table notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  topic text not null check (topic ~ '^[a-z_]{1,40}$'),
  -- The kind of the newest occurrence.
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  -- Id of the row that the group belongs to, such as a team. No foreign key, because the table depends on the kind.
  group_id uuid not null,
  -- Ids of new posts, events or other content, newest first.
  things uuid[] not null default '{}' check (cardinality(things) <= 100),
  -- Number of occurrences since the member last read the row; their ids are the first ones in `things`.
  count integer not null default 1 check (count between 1 and 100),
  -- Why the member is notified, for example 'member', 'team' or 'country'.
  reasons text[] not null default '{}',
  -- Details that are not stored elsewhere. With the key "is_gone", the notification is shown although its content was
  -- deleted.
  about jsonb check (jsonb_typeof(about) = 'object'),
  -- False if the member wants only a push message. "Bell" is the list of notifications on the site.
  in_bell boolean not null default true,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  happened_at timestamptz not null default date_trunc('milliseconds', now()),
  read_at timestamptz,
  constraint one_notification_per_group unique (user_id, topic, group_id)
);
create index notifications_of_user on notifications (user_id, happened_at desc, id desc) where in_bell;
create index notifications_unread on notifications (user_id) where in_bell and read_at is null;
create index notifications_by_time on notifications (happened_at);
alter table notifications enable row level security;

-- The channels that a member chose for a topic. Null means the default in list_notification_topics().
create table notification_preferences (
  user_id uuid not null references users on delete cascade,
  topic text not null check (topic ~ '^[a-z_]{1,40}$'),
  bell boolean,
  email boolean,
  push boolean,
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (user_id, topic)
);
alter table notification_preferences enable row level security;
