-- Recurring events. Each date is a row of `events`; the rows are created up to a year ahead (get_series_horizon()).
create table event_series (
  id uuid primary key default gen_random_uuid(),
  -- Common id of the parts of a series. A change of "this and following events" splits a series in two.
  lineage uuid not null default gen_random_uuid(),
  -- Null for a series that belongs to no team.
  team_id uuid references teams on delete cascade,
  -- An RRULE without an end, counted from the first date.
  rule text not null check (length(rule) <= 100 and rule ~ '^FREQ=(WEEKLY|MONTHLY);[A-Z0-9=;,-]+$'),
  -- Local times, so that the hour stays the same when clocks change.
  starts_at timestamp not null,
  ends_at timestamp not null,
  time_zone text not null check (now() at time zone time_zone is not null),
  until date not null check (until < '2101-01-01'),
  -- Dates of the rule that have no event, because they were left out or deleted.
  excluded date[] not null default '{}' check (cardinality(excluded) <= 1000),
  -- Events exist for all dates up to this day.
  generated_until date not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  unique (id, team_id),
  check (ends_at >= starts_at)
);
create index event_series_of_lineage on event_series (lineage);
create index event_series_of_team on event_series (team_id);
create index event_series_to_extend on event_series (generated_until) where generated_until < until;
alter table event_series enable row level security;

create table events (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique
    check (length(slug) <= 120 and slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
    check (slug not in ('page', 'new', 'mine', 'shell', 'feed')),
  title text not null check (length(btrim(title)) between 1 and 200),
  description text check (length(description) <= 10000),
  language locale_code not null default 'en',
  translations jsonb not null default '{}',
  start_date timestamptz not null,
  end_date timestamptz not null,
  time_zone text not null default 'Europe/Riga'
    -- The expression fails for an unknown time zone.
    check (now() at time zone time_zone is not null),
  -- All-day events start and end at midnight in their time zone.
  is_all_day boolean not null default false,
  location text check (length(location) <= 200),
  address text check (length(address) <= 200),
  country country_code,
  color text not null default '#3b82f6' check (color ~ '^#[0-9a-f]{6}$'),
  user_id uuid references users on delete set null,
  team_id uuid references teams on delete cascade,
  event_type text not null default 'public' check (event_type in ('public', 'team')),
  featured boolean not null default false,
  prize text check (length(prize) <= 200),
  -- `price_amount` is in euros, for structured data; 0 is free.
  price text check (length(price) <= 100),
  price_amount double precision check (price_amount between 0 and 100000),
  age_min smallint check (age_min between 0 and 99),
  accessibility text check (length(accessibility) <= 500),
  max_participants integer check (max_participants >= 0),
  registration_url text check (registration_url ~ '^https?://'),
  image_url text check (image_url ~ '^/(uploads|art)/[A-Za-z0-9/_.-]+$'),
  is_cancelled boolean not null default false,
  hidden_at timestamptz,
  -- True if the attendees must be informed of a change when the event is shown again.
  changed_while_hidden boolean not null default false,
  -- Number of the current version: SEQUENCE in iCalendar feeds.
  revision integer not null default 0,
  takes_signups boolean not null default false,
  signup_from timestamptz,
  signup_until timestamptz,
  -- The maximum is GUESTS_MAX in src/features/events/signups/schema.ts.
  guests_max smallint not null default 0 check (guests_max between 0 and 3),
  -- True if a free place is first offered to the next member of the waitlist, who must accept it.
  offers_places boolean not null default false,
  signup_questions jsonb not null default '[]'
    check (jsonb_typeof(signup_questions) = 'array' and jsonb_array_length(signup_questions) <= 3),
  -- Triggers of event_signups update these counters of people by status. `came_count` counts people who checked in.
  -- Guests count as people, except in interested_count and waiting_count.
  going_count integer not null default 0,
  offered_count integer not null default 0,
  interested_count integer not null default 0,
  waiting_count integer not null default 0,
  came_count integer not null default 0,
  -- Times of the organizers' recent messages to the attendees, for the daily limit of messages.
  messaged_at timestamptz[],
  series_id uuid,
  -- The date that the rule of the series gives. Moving the event to another day does not change this column.
  series_date date,
  -- True for an event that was edited separately: changes of the series do not apply to it.
  is_detached boolean not null default false,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now()),
  constraint events_translations check (
    are_translations(translations, language, 'title', '{"title": 200, "description": 10000}')
  ),
  constraint events_all_day check (
    not is_all_day or (
      start_date = date_trunc('day', start_date, time_zone)
      and end_date = date_trunc('day', end_date, time_zone)
      and end_date > start_date
    )
  ),
  constraint events_signup_here_or_elsewhere check (not takes_signups or registration_url is null),
  constraint events_signup_in_order check (signup_until > signup_from),
  constraint events_series foreign key (series_id, team_id) references event_series (id, team_id)
    on delete cascade,
  -- Postgres does not check the foreign key above for rows whose team_id is null.
  constraint events_series_of_no_team foreign key (series_id) references event_series (id)
    on delete cascade,
  constraint events_series_date unique (series_id, series_date),
  constraint events_in_series check (series_id is null or series_date is not null),
  check (end_date >= start_date),
  -- Every date format of the site supports these years.
  check (start_date >= '2000-01-01' and end_date < '2101-01-01')
);
create index events_public on events (start_date, id) where event_type = 'public';
create index events_by_start on events (start_date, id);
create index events_by_country on events (country, start_date, id);
create index events_of_team on events (team_id, start_date);
create index events_of_user on events (user_id);
create index events_hidden on events (hidden_at) where hidden_at is not null;
create index events_by_creation on events (created_at desc, id desc);
create index events_by_title on events (plain_text(title), id);
create index events_by_words on events
  using gin (plain_text(title || ' ' || coalesce(location, '') || ' ' || coalesce(description, '') || ' '
    || jsonb_path_query_array(translations, '$.*.*')::text) gin_trgm_ops)
  with (fastupdate = off);
alter table events enable row level security;

-- Events that were imported from iCalendar files. Importing an entry again updates its event.
create table event_imports (
  team_id uuid not null references teams on delete cascade,
  -- The UID of the entry in its calendar (RFC 5545), for a recurring event with the date appended.
  uid text not null check (length(uid) between 1 and 300),
  -- Deferred, because the row is written before its event.
  event_id uuid not null references events on delete cascade deferrable initially deferred,
  primary key (team_id, uid)
);
create index event_imports_of_event on event_imports (event_id);
alter table event_imports enable row level security;

-- Telegram and Discord channels that the site posts to. Events and articles from before `since` are not posted.
create table channels (
  chat text primary key check (length(chat) between 1 and 200),
  since timestamptz not null default now(),
  -- Nothing is posted until this time. Set when the service requests a pause, or does not know the channel.
  paused_until timestamptz not null default now()
);
alter table channels enable row level security;

-- Posts about events on Telegram.
create table announcements (
  event_id uuid primary key references events on delete cascade,
  tries integer not null default 1 check (tries >= 0),
  next_try_at timestamptz not null default now(),
  -- When a process took the lease to send the post. The lease has no end and is released only if Telegram refuses the
  -- message, because in all other cases the message may have been posted.
  taken_at timestamptz default now(),
  sent_at timestamptz,
  last_error text check (length(last_error) <= 500)
);
alter table announcements enable row level security;
