-- Letters: what was sent, to whom, and leaving the list. Addresses stand here as a hash alone: enough to send nothing twice, and to know what a
-- letter's link for unsubscribing is about for as long as somebody keeps the letter.
create table letter_issues (
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
alter table letter_issues enable row level security;
create policy super_admins_read on letter_issues for select to daina_app
  using ((select is_super_admin()));
grant select on letter_issues to daina_app;

create table letters (
  issue_id uuid not null references letter_issues on delete cascade,
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
create index letters_of_address on letters (address_hash);
alter table letters enable row level security;
create policy super_admins_read on letters for select to daina_app using ((select is_super_admin()));
grant select on letters to daina_app;

-- Once per address: confirmed subscribers, and for the newsletter members who said yes to news and have
-- confirmed their address. For the owner's scripts alone.
create function letter_recipients(wanted text)
returns table (email text, language text, address_hash bytea)
language sql stable
as $$
  select distinct on (r.address_hash) r.email, r.language, r.address_hash
  from (
    select s.email::text, s.language::text, s.address_hash, 1 as rank
    from subscriptions s where s.list = wanted and s.confirmed_at is not null
    union all
    select u.email::text, u.language::text, hash_of_address(u.email), 2
    from users u
    where wanted = 'newsletter' and u.marketing_consent_at is not null
      and u.email_verified_at is not null
  ) r
  order by r.address_hash, r.rank
$$;
revoke execute on function letter_recipients(text) from public;

-- Members say yes to news in their profile; saying no, there or in a letter, ends the newsletter for
-- that address however it was asked for. An address that nobody confirmed may be a stranger's.
alter table users add column marketing_withdrawn_at timestamptz;
create index users_by_address_hash on users (hash_of_address(email));

create function note_marketing_consent() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if new.marketing_consent_at is not null then
    new.marketing_withdrawn_at := null;
  elsif old.marketing_consent_at is not null then
    new.marketing_withdrawn_at := date_trunc('milliseconds', now());
    delete from subscriptions s
    where s.list = 'newsletter' and s.address_hash = hash_of_address(new.email)
      and new.email_verified_at is not null;
  end if;
  return new;
end $$;
revoke execute on function note_marketing_consent() from public;
create trigger marketing_consent before update of marketing_consent_at on users
  for each row execute function note_marketing_consent();

-- Whoever deletes their account wants to be forgotten here, too.
create function forget_subscriptions() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  delete from subscriptions s
  where s.address_hash = hash_of_address(old.email) and old.email_verified_at is not null;
  return null;
end $$;
revoke execute on function forget_subscriptions() from public;
create trigger subscriptions after delete on users
  for each row execute function forget_subscriptions();

-- The list that the letter's address is not on any more, also when it was not before; null for a link
-- that no letter had.
create function unsubscribe(hash bytea) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  left_list text;
  address bytea;
begin
  select i.list, l.address_hash into left_list, address
  from letters l join letter_issues i on i.id = l.issue_id where l.token_hash = hash;
  if not found then return null; end if;
  delete from subscriptions s where s.list = left_list and s.address_hash = address;
  if left_list = 'newsletter' then
    update users u set marketing_consent_at = null
    where hash_of_address(u.email) = address and u.marketing_consent_at is not null;
  end if;
  return left_list;
end $$;
revoke execute on function unsubscribe(bytea) from public;
grant execute on function unsubscribe(bytea) to daina_app;

alter function export_account() rename to export_account_before_letters;
create function export_account() returns jsonb
language sql stable security definer set search_path = public, pg_temp
as $$
  -- Found by the address, hence for who has confirmed it alone.
  select export_account_before_letters() || (
    select jsonb_build_object(
      'subscriptions', (
        select coalesce(jsonb_agg(to_jsonb(s) - 'address_hash' order by s.consented_at), '[]')
        from subscriptions s where s.address_hash = hash_of_address(u.email)
      ),
      'letters', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'list', i.list, 'issue', i.name, 'language', l.language, 'sent_at', l.sent_at
        ) order by l.handed_over_at), '[]')
        from letters l join letter_issues i on i.id = l.issue_id
        where l.address_hash = hash_of_address(u.email)
      )
    )
    from (values (true)) one
    left join users u on u.id = current_viewer() and u.email_verified_at is not null
  )
$$;
revoke execute on function export_account() from public;
grant execute on function export_account() to daina_app;
revoke execute on function export_account_before_letters() from daina_app;
