-- Waits for its mailed link until `confirmed_at` is set. Whoever unsubscribes is deleted: nothing but a
-- confirmed row gets letters, so nobody needs to be remembered for not wanting any.
create table subscriptions (
  id uuid primary key default gen_random_uuid(),
  list text not null check (list in ('newsletter', 'shop')),
  email citext not null check (length(email) between 3 and 254 and email ~ '^[^@\s]+@[^@\s]+$'),
  address_hash bytea not null generated always as (hash_of_address(email)) stored,
  language locale_code not null,
  -- The sentence that stood beside the button, in the language that it was shown in.
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
  -- The run that sends it now; an older one that is still alive stops when it sees this.
  run uuid not null,
  begun_at timestamptz not null default date_trunc('milliseconds', now()),
  finished_at timestamptz,
  unique (list, name)
);
alter table newsletter_issues enable row level security;

-- Addresses stand here as a hash alone: enough to send nothing twice, and to know what a letter's link for
-- unsubscribing is about for as long as somebody keeps the letter.
create table newsletter_letters (
  issue_id uuid not null references newsletter_issues on delete cascade,
  address_hash bytea not null check (length(address_hash) = 32),
  -- SHA-256 of what its link for unsubscribing carries, which is made when it is sent.
  token_hash bytea not null unique check (length(token_hash) = 32),
  language locale_code not null,
  -- Noted when all but the last bytes are with the mail server. From then on it may have arrived: it is
  -- not tried again unless the server has said no.
  handed_over_at timestamptz,
  sent_at timestamptz,
  refused_at timestamptz,
  last_error text check (length(last_error) <= 500),
  primary key (issue_id, address_hash),
  check (sent_at is null or handed_over_at is not null),
  check (sent_at is null or refused_at is null)
);
create index newsletter_letters_of_address on newsletter_letters (address_hash);
alter table newsletter_letters enable row level security;
