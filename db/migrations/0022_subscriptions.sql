-- Who wants letters, and how they said so.

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
