-- Numbers the places in waitlists, in `event_signups.queue`.
create sequence signup_queue;

-- Sign-ups to events. The status 'offered' means that a member of the waitlist may accept a free place until
-- `offered_until`.
create table event_signups (
  id uuid primary key default gen_random_uuid(),
  event_id uuid not null references events on delete cascade,
  -- Null for people whom an organizer added by `name` at the door.
  user_id uuid references users on delete cascade,
  name text check (length(btrim(name)) between 1 and 100),
  status text not null check (status in ('going', 'interested', 'not_going', 'waiting', 'offered')),
  -- The maximum is GUESTS_MAX in src/features/events/signups/schema.ts.
  guests smallint not null default 0 check (guests between 0 and 3),
  note text check (length(note) <= 500),
  -- Replies to `events.signup_questions`, by the question's id.
  answers jsonb not null default '{}' check (jsonb_typeof(answers) = 'object'),
  queue bigint,
  offered_until timestamptz,
  checked_in_at timestamptz,
  reminded_at timestamptz,
  -- True if the place was freed because the member scheduled the deletion of the account. If the member cancels the
  -- deletion, restore_own_signups() puts the sign-up back on the waitlist.
  was_freed_by_leaving boolean not null default false,
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

-- Attendees who help at one event, where they have the rights of an organizer.
create table event_helpers (
  event_id uuid not null references events on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (event_id, user_id),
  foreign key (event_id, user_id) references event_signups (event_id, user_id) on delete cascade
);
create index event_helpers_of_user on event_helpers (user_id);
alter table event_helpers enable row level security;
