-- Letters: who wants them and how they said so, and what was sent to whom.

create function hash_of_address(address citext) returns bytea
language sql immutable
as $$ select sha256(convert_to(lower(address::text), 'UTF8')) $$;

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
create policy super_admins_read on subscriptions for select to daina_app
  using ((select is_super_admin()));
grant select on subscriptions to daina_app;

-- Their mails wait, are sent and tried again like members' mails.
alter table mails
  alter column user_id drop not null,
  add column subscription_id uuid references subscriptions on delete cascade,
  add constraint mails_receiver check (num_nonnulls(user_id, subscription_id) = 1),
  drop constraint mails_kind_check,
  add constraint mails_kind_check check (kind in (
    'verify_email', 'reset_password', 'password_changed', 'join_request', 'join_approved',
    'join_declined', 'confirm_newsletter', 'confirm_shop'
  ));
create index mails_of_subscription on mails (subscription_id);

alter table mail_links
  alter column user_id drop not null,
  add column subscription_id uuid references subscriptions on delete cascade,
  add constraint mail_links_receiver check (num_nonnulls(user_id, subscription_id) = 1),
  drop constraint mail_links_purpose_check,
  add constraint mail_links_purpose_check check (purpose in (
    'verify_email', 'reset_password', 'confirm_newsletter', 'confirm_shop'
  ));
create index mail_links_of_subscription on mail_links (subscription_id);

create or replace function take_mails(most integer)
returns table (
  id uuid, kind text, language text, email text, display_name text, details jsonb, tries integer
)
language sql security definer set search_path = public, pg_temp
as $$
  with due as (
    select m.id from mails m
    where m.sent_at is null and m.failed_at is null and m.next_try_at <= now()
    order by m.next_try_at limit most for update skip locked
  ), taken as (
    update mails m
    set tries = m.tries + 1, next_try_at = now() + interval '1 minute' * power(2, least(m.tries, 8))
    from due where m.id = due.id
    returning m.*
  )
  -- A mail greets by name only who has confirmed the address: a stranger's would carry the words of
  -- whoever signed up with it.
  select m.id, m.kind, m.language::text, coalesce(u.email, s.email)::text,
    case when u.email_verified_at is not null then p.display_name end,
    case
      when r.id is not null then jsonb_build_object(
        'team', t.name, 'slug', t.slug, 'member', asker.display_name
      )
      when s.id is not null then jsonb_build_object('consent', s.consent_wording)
      else '{}'
    end,
    m.tries
  from taken m
  left join users u on u.id = m.user_id
  left join profiles p on p.user_id = u.id
  left join subscriptions s on s.id = m.subscription_id
  left join team_join_requests r on r.id = m.request_id
  left join teams t on t.id = r.team_id
  left join profiles asker on asker.user_id = r.user_id
$$;

create or replace function issue_mail_link(mail uuid, hash bytea, life interval) returns void
language sql security definer set search_path = public, pg_temp
as $$
  insert into mail_links (token_hash, user_id, subscription_id, purpose, email, expires_at)
  select hash, m.user_id, m.subscription_id, m.kind, coalesce(u.email, s.email), now() + life
  from mails m
  left join users u on u.id = m.user_id
  left join subscriptions s on s.id = m.subscription_id
  where m.id = mail and m.sent_at is null
$$;

-- Does the same for every address, on a list or not, and says nothing. What stood before stays until the
-- mailed link is used: whoever types somebody else's address changes nothing of theirs.
create function ask_for_letters(
  wanted text, address citext, in_language text, wording text, wording_language text
) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
declare asked uuid;
begin
  -- Takes a lock, so that the count below is exact. Strangers type addresses here: a mailbox gets no
  -- more than five a day of what nobody has confirmed.
  if not is_mail_welcome(address, 'letters') then return; end if;
  if (
    select count(*) from subscriptions
    where address_hash = hash_of_address(address) and confirmed_at is null
      and consented_at > now() - interval '1 day'
  ) >= 5 then
    return;
  end if;
  insert into subscriptions (list, email, language, consent_wording, consent_language)
  values (wanted, address, in_language, wording, wording_language)
  returning id into asked;
  insert into mails (subscription_id, kind, language)
  values (asked, 'confirm_' || wanted, in_language);
end $$;
revoke execute on function ask_for_letters(text, citext, text, text, text) from public;
grant execute on function ask_for_letters(text, citext, text, text, text) to daina_app;

-- The list that the link's address is on now; null for a link that is no good. A link works again until
-- it runs out, as do others that went to the address: whoever presses twice reads the same.
create function confirm_subscription(hash bytea) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
declare mine subscriptions;
begin
  select s.* into mine from mail_links l join subscriptions s on s.id = l.subscription_id
  where l.token_hash = hash and l.expires_at > now();
  if not found then return null; end if;
  -- Two links of one address take turns, in one order.
  perform from subscriptions s
  where s.list = mine.list and s.address_hash = mine.address_hash order by s.id for update;
  -- The link may lead to another row by now, or to none.
  select s.* into mine from mail_links l join subscriptions s on s.id = l.subscription_id
  where l.token_hash = hash;
  if not found then return null; end if;
  if mine.confirmed_at is null then
    update mail_links l set subscription_id = mine.id from subscriptions s
    where l.subscription_id = s.id and s.list = mine.list and s.address_hash = mine.address_hash;
    delete from subscriptions s
    where s.list = mine.list and s.address_hash = mine.address_hash and s.id <> mine.id;
    update subscriptions s set confirmed_at = date_trunc('milliseconds', now()) where s.id = mine.id;
  end if;
  return mine.list;
end $$;
revoke execute on function confirm_subscription(bytea) from public;
grant execute on function confirm_subscription(bytea) to daina_app;

create function delete_unconfirmed_subscriptions() returns void
language sql security definer set search_path = public, pg_temp
as $$
  delete from subscriptions s
  where s.confirmed_at is null and s.consented_at < now() - interval '7 days'
    -- The mail may have waited some hours, and its link works for as long as it says.
    and not exists (
      select from mail_links l where l.subscription_id = s.id and l.expires_at > now()
    )
$$;
revoke execute on function delete_unconfirmed_subscriptions() from public;
grant execute on function delete_unconfirmed_subscriptions() to daina_app;

-- What was sent. Addresses stand here as a hash alone: enough to send nothing twice, and to know what a
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
