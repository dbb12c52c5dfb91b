-- Emails to send. The text and its links are created when the email is sent, so that no working link is stored.

create table mails (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references users on delete cascade,
  subscription_id uuid references subscriptions on delete cascade,
  -- Set only if the email goes to an address other than the member's current one.
  address citext,
  -- One of MailKind in db/queries/mails.ts.
  kind text not null check (kind ~ '^[a-z_]{1,40}$'),
  language locale_code not null,
  request_id uuid references team_join_requests on delete cascade,
  case_id uuid references report_cases on delete cascade,
  -- Team of an email about join requests or roles. Unsent emails about join requests go to a new owner of the team.
  team_id uuid references teams on delete cascade,
  -- Details that may no longer exist when the email is sent.
  about jsonb,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  tries integer not null default 0 check (tries >= 0),
  next_try_at timestamptz not null default now(),
  leased_until timestamptz,
  retried_at timestamptz,
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text check (length(last_error) <= 500),
  check (sent_at is null or failed_at is null),
  constraint mails_receiver check (
    num_nonnulls(user_id, subscription_id) = 1
      or (num_nonnulls(user_id, subscription_id) = 0 and address is not null)
  )
);
create index mails_due on mails (next_try_at) where sent_at is null and failed_at is null;
create index mails_unsent on mails (created_at desc) where sent_at is null;
create index mails_retried on mails (retried_at) where retried_at is not null;
create index mails_of_user on mails (user_id, created_at);
create index mails_of_subscription on mails (subscription_id);
create index mails_of_request on mails (request_id);
create index mails_of_case on mails (case_id);
create index mails_of_team on mails (team_id);
-- Digest emails list several join requests. A member has one waiting digest per kind and team. Once a digest is being
-- sent (`tries` > 0), a new request starts another digest.
create unique index waiting_digests on mails (user_id, kind, team_id) nulls not distinct
  where kind in ('join_requests', 'join_answers') and tries = 0;
alter table mails enable row level security;

create table digest_requests (
  mail_id uuid not null references mails on delete cascade,
  request_id uuid not null references team_join_requests on delete cascade,
  primary key (mail_id, request_id)
);
create index digest_requests_of_request on digest_requests (request_id);
alter table digest_requests enable row level security;

create table mail_links (
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid references users on delete cascade,
  subscription_id uuid references subscriptions on delete cascade,
  purpose text not null check (purpose in (
    'verify_email', 'reset_password', 'confirm_newsletter', 'confirm_shop', 'change_email', 'event_emails'
  )),
  -- The address that the link was sent to. Opening the link proves access to this mailbox only, even if the member has
  -- changed the address since.
  email citext not null,
  -- True for a link that the database owner made (npm run make-admin). This link requires no second factor.
  is_owners boolean not null default false,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  expires_at timestamptz not null,
  constraint mail_links_receiver check (num_nonnulls(user_id, subscription_id) = 1)
);
create index mail_links_of_user on mail_links (user_id);
create index mail_links_of_subscription on mail_links (subscription_id);
create index mail_links_by_expiry on mail_links (expires_at);
alter table mail_links enable row level security;
