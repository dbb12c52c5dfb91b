-- Ideas that members vote on. Super admins publish them, also from suggestions (`suggestions.idea_id`).
create table ideas (
  id uuid primary key default gen_random_uuid(),
  title text not null check (length(btrim(title)) between 1 and 120),
  description text not null check (length(btrim(description)) between 1 and 4000),
  language locale_code not null default 'en',
  -- True if the language was detected from the text.
  is_language_guessed boolean not null default true,
  category text not null
    check (category in ('events', 'teams', 'shop', 'community', 'technical', 'content', 'other')),
  is_featured boolean not null default false,
  is_popular boolean not null default false,
  status text not null default 'open' check (status in ('open', 'planned', 'done', 'declined')),
  reply text check (length(btrim(reply)) between 1 and 2000),
  author_id uuid references users on delete set null,
  search_text text not null generated always as (plain_text(title)) stored,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  updated_at timestamptz not null default date_trunc('milliseconds', now())
);
create index ideas_popular on ideas (created_at, id) where is_popular;
create index ideas_of_author on ideas (author_id);
-- A GiST index, because it can return titles ordered by similarity. A GIN index cannot.
create index ideas_by_search_text on ideas using gist (search_text gist_trgm_ops);
create index ideas_by_creation on ideas (created_at desc, id desc);
create index ideas_by_title on ideas (plain_text(title), id);
create index ideas_by_words on ideas using gin (plain_text(title || ' ' || description) gin_trgm_ops)
  with (fastupdate = off);
alter table ideas enable row level security;

create table idea_votes (
  idea_id uuid not null references ideas on delete cascade,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  primary key (idea_id, user_id)
);
create index idea_votes_of_user on idea_votes (user_id);
alter table idea_votes enable row level security;

-- Messages of the suggestion form. Each is sent to a Telegram chat and listed in the admin area. Names and email
-- addresses are deleted after a year.
create table suggestions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references users on delete set null,
  name text check (length(btrim(name)) between 1 and 100),
  -- The check is the same as that of users.email.
  email citext
    check (length(email) between 3 and 254 and email ~ '^[!-?A-~]+@([a-z0-9-]+[.])+[a-z0-9-]+$'),
  category text not null
    check (category in ('events', 'teams', 'shop', 'community', 'technical', 'content', 'other')),
  priority text not null check (priority in ('low', 'medium', 'high')),
  title text not null check (length(btrim(title)) between 1 and 120),
  description text not null check (length(btrim(description)) between 1 and 4000),
  language locale_code not null,
  received_at timestamptz not null default date_trunc('milliseconds', now()),
  tries integer not null default 0 check (tries >= 0),
  next_try_at timestamptz not null default now(),
  leased_until timestamptz,
  try_until timestamptz not null default now() + interval '7 days',
  retried_at timestamptz,
  sent_at timestamptz,
  last_error text check (length(last_error) <= 500),
  read_at timestamptz,
  idea_id uuid references ideas on delete set null,
  check ((name is null) = (email is null))
);
create index suggestions_by_time on suggestions (received_at desc, id desc);
create index suggestions_by_title on suggestions (plain_text(title), id);
create index suggestions_by_words on suggestions
  using gin (plain_text(title || ' ' || description) gin_trgm_ops) with (fastupdate = off);
create index suggestions_due on suggestions (next_try_at) where sent_at is null;
create index suggestions_unsent on suggestions (received_at desc) where sent_at is null and tries > 0;
create index suggestions_retried on suggestions (retried_at) where retried_at is not null;
create index suggestions_with_sender on suggestions (received_at) where email is not null;
create index suggestions_of_user on suggestions (user_id);
create index suggestions_of_idea on suggestions (idea_id);
alter table suggestions enable row level security;
