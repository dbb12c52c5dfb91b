-- Mails to members and subscribers. What waits here is that a mail is due, not the mail: its link is made
-- when it is sent, so that no link that works is ever at rest.

create table mails (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references users on delete cascade,
  subscription_id uuid references subscriptions on delete cascade,
  kind text not null check (kind in (
    'verify_email', 'reset_password', 'password_changed', 'join_request', 'join_requests',
    'join_approved', 'join_declined', 'join_answers', 'confirm_newsletter', 'confirm_shop',
    'report_hidden', 'report_dismissed', 'content_hidden', 'content_dismissed'
  )),
  language locale_code not null,
  -- What a mail is about; with it the mail goes.
  request_id uuid references team_join_requests on delete cascade,
  case_id uuid references report_cases on delete cascade,
  -- The team whose owner it is for: who owns it when it is sent has it.
  team_id uuid references teams on delete cascade,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  tries integer not null default 0 check (tries >= 0),
  next_try_at timestamptz not null default now(),
  -- A sender has it, and says before then what became of it. Another try leaves it alone until then.
  leased_until timestamptz,
  retried_at timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text check (length(last_error) <= 500),
  check (sent_at is null or failed_at is null),
  constraint mails_receiver check (num_nonnulls(user_id, subscription_id) = 1)
);
create index mails_due on mails (next_try_at) where sent_at is null and failed_at is null;
create index mails_unsent on mails (created_at desc) where sent_at is null;
create index mails_retried on mails (retried_at) where retried_at is not null;
create index mails_of_user on mails (user_id, created_at);
create index mails_of_subscription on mails (subscription_id);
create index mails_of_request on mails (request_id);
create index mails_of_case on mails (case_id);
create index mails_of_team on mails (team_id);
-- A digest that nobody has begun to send: of requests for each team, of answers for each asker.
create unique index waiting_digests on mails (user_id, kind, team_id) nulls not distinct
  where kind in ('join_requests', 'join_answers') and tries = 0;
alter table mails enable row level security;

-- What a digest tells of.
create table digest_requests (
  mail_id uuid not null references mails on delete cascade,
  request_id uuid not null references team_join_requests on delete cascade,
  primary key (mail_id, request_id)
);
create index digest_requests_of_request on digest_requests (request_id);
alter table digest_requests enable row level security;

create table mail_links (
  -- SHA-256 of what the link carries.
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid references users on delete cascade,
  subscription_id uuid references subscriptions on delete cascade,
  purpose text not null check (purpose in (
    'verify_email', 'reset_password', 'confirm_newsletter', 'confirm_shop'
  )),
  -- The address that it was sent to: it proves nothing about another.
  email citext not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  expires_at timestamptz not null,
  constraint mail_links_receiver check (num_nonnulls(user_id, subscription_id) = 1)
);
create index mail_links_of_user on mail_links (user_id);
create index mail_links_of_subscription on mail_links (subscription_id);
create index mail_links_by_expiry on mail_links (expires_at);
alter table mail_links enable row level security;
