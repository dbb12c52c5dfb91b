-- Email addresses that receive the newsletter, or news of the shop. Unsubscribing deletes the row.
create table subscriptions (
  id uuid primary key default gen_random_uuid(),
  list text not null check (list in ('newsletter', 'shop')),
  -- The check is the same as that of users.email.
  email citext not null
    check (length(email) between 3 and 254 and email ~ '^[!-?A-~]+@([a-z0-9-]+[.])+[a-z0-9-]+$'),
  address_hash bytea not null generated always as (hash_address(email)) stored,
  language locale_code not null,
  consent_wording text not null check (length(consent_wording) between 1 and 500),
  consent_language locale_code not null,
  consented_at timestamptz not null default date_trunc('milliseconds', now()),
  confirmed_at timestamptz
);
create unique index subscriptions_confirmed on subscriptions (list, email)
  where confirmed_at is not null;
create index subscriptions_of_address on subscriptions (address_hash);
create index subscriptions_waiting on subscriptions (consented_at) where confirmed_at is null;
alter table subscriptions enable row level security;

create table newsletter_issues (
  id uuid primary key default gen_random_uuid(),
  list text not null check (list in ('newsletter', 'shop')),
  name text not null check (name ~ '^[a-z0-9][a-z0-9-]{0,63}$'),
  text_hash bytea not null check (length(text_hash) = 32),
  -- Id of the process that sends the issue. A process stops when it reads the id of a newer process.
  run uuid not null,
  -- When a process last leased the issue.
  taken_at timestamptz,
  begun_at timestamptz not null default date_trunc('milliseconds', now()),
  begun_by uuid references users on delete set null,
  finished_at timestamptz,
  article_id uuid references news on delete set null,
  -- Subject and content by language. The key '' has the texts for readers of languages that are missing.
  texts jsonb,
  unique (list, name),
  check (article_id is null or texts is not null)
);
create index newsletter_issues_of_article on newsletter_issues (article_id);
create index newsletter_issues_of_user on newsletter_issues (begun_by);
create index newsletter_issues_unfinished on newsletter_issues (begun_at)
  where finished_at is null and texts is not null;
alter table newsletter_issues enable row level security;

-- One email of an issue per recipient. Rows are kept, because the unsubscribe link in an old email must still work.
create table newsletter_emails (
  issue_id uuid not null references newsletter_issues on delete cascade,
  address_hash bytea not null check (length(address_hash) = 32),
  -- SHA-256 of the token of the unsubscribe link.
  token_hash bytea not null unique check (length(token_hash) = 32),
  language locale_code not null,
  -- When the email was handed to the mail server. From this time on it may have arrived, so it is sent again only if
  -- the server refuses it.
  handed_over_at timestamptz,
  sent_at timestamptz,
  refused_at timestamptz,
  last_error text check (length(last_error) <= 500),
  primary key (issue_id, address_hash),
  check (sent_at is null or handed_over_at is not null),
  check (sent_at is null or refused_at is null)
);
create index newsletter_emails_of_address on newsletter_emails (address_hash);
alter table newsletter_emails enable row level security;
