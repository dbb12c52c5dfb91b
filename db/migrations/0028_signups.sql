-- Saying that one goes to an event: what its organizers ask, who answered what, and who waits for a place.

alter table events
  add column takes_signups boolean not null default false,
  -- From when to when; null: at once, and until it is over.
  add column signup_from timestamptz,
  add column signup_until timestamptz,
  -- Whom each may bring along.
  add column guests_max smallint not null default 0 check (guests_max between 0 and 3),
  -- Whether who waits is asked before they have the place that came free.
  add column offers_places boolean not null default false,
  add column signup_questions jsonb not null default '[]'
    check (jsonb_typeof(signup_questions) = 'array' and jsonb_array_length(signup_questions) <= 3),
  -- Guests included; triggers of event_signups count.
  add column going_count integer not null default 0,
  add column offered_count integer not null default 0,
  -- Without guests.
  add column interested_count integer not null default 0,
  add column waiting_count integer not null default 0,
  -- Who was checked in, guests included.
  add column came_count integer not null default 0,
  add column messaged_at timestamptz,
  add constraint events_signup_here_or_elsewhere check (not takes_signups or registration_url is null),
  add constraint events_signup_in_order check (signup_until > signup_from);

create sequence signup_queue;

create table event_signups (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references events on delete cascade,
  -- Somebody whom an organizer added at the door has a name alone.
  user_id uuid references users on delete cascade,
  name text check (length(btrim(name)) between 1 and 100),
  status text not null check (status in ('going', 'interested', 'not_going', 'waiting', 'offered')),
  guests smallint not null default 0 check (guests between 0 and 3),
  note text check (length(note) <= 500),
  answers jsonb not null default '{}' check (jsonb_typeof(answers) = 'object'),
  -- First come, first served.
  queue bigint,
  offered_until timestamptz,
  checked_in_at timestamptz,
  reminded_at timestamptz,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  unique (event_id, user_id),
  check ((user_id is null) <> (name is null)),
  check ((status = 'waiting') = (queue is not null)),
  check ((status = 'offered') = (offered_until is not null))
);
create index event_signups_in_order on event_signups (event_id, status, created_at, id);
create index event_signups_waiting on event_signups (event_id, queue) where status = 'waiting';
create index event_signups_offered on event_signups (offered_until) where status = 'offered';
create index event_signups_of_user on event_signups (user_id);
alter table event_signups enable row level security;

-- Whoever helps with one event may do there what its organizers do.
create table event_helpers (
  event_id uuid not null references events on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (event_id, user_id)
);
create index event_helpers_of_user on event_helpers (user_id);
alter table event_helpers enable row level security;

-- A calendar that a member's phone reads without logging in, by the hash of its secret.
create table calendar_feeds (
  user_id uuid primary key references users on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null default date_trunc('milliseconds', now())
);
alter table calendar_feeds enable row level security;

-- Whether other members see where one goes; only those of adults are shown.
alter table profiles alter column privacy_settings set default
  '{"show_display_name": true, "show_avatar": true, "show_bio": false, "show_gender": false, "show_date_of_birth": false, "show_events": false}';

alter table users
  add column mail_event_places boolean not null default true,
  add column mail_event_changes boolean not null default true,
  add column mail_event_reminders boolean not null default true,
  add column mail_event_messages boolean not null default true;

alter table mail_links drop constraint mail_links_purpose_check;
alter table mail_links add constraint mail_links_purpose_check check (purpose in (
  'verify_email', 'reset_password', 'confirm_newsletter', 'confirm_shop', 'change_email', 'event_emails'
));

-- It answers with more than before; db/functions makes it anew.
drop function if exists get_safe_events() cascade;
