-- Mails to members. What waits here is that a mail is due, not the mail: its link is made when it is sent,
-- so that no link that works is ever at rest.

alter table users add column language locale_code not null default 'en';

create table mails (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('verify_email', 'reset_password', 'password_changed')),
  language locale_code not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  tries integer not null default 0 check (tries >= 0),
  next_try_at timestamptz not null default now(),
  sent_at timestamptz,
  failed_at timestamptz,
  last_error text check (length(last_error) <= 500),
  check (sent_at is null or failed_at is null)
);
create index mails_due on mails (next_try_at) where sent_at is null and failed_at is null;
create index mails_of_user on mails (user_id, created_at);
alter table mails enable row level security;
create policy super_admins_read on mails for select to daina_app using ((select is_super_admin()));
grant select on mails to daina_app;

create table mail_links (
  -- SHA-256 of what the link carries.
  token_hash bytea primary key check (length(token_hash) = 32),
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('verify_email', 'reset_password')),
  -- The address that it was sent to: it proves nothing about another.
  email citext not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  expires_at timestamptz not null
);
create index mail_links_of_user on mail_links (user_id);
create index mail_links_by_expiry on mail_links (expires_at);
alter table mail_links enable row level security;

-- One person's mailbox is not flooded, whoever asks from wherever: five of a kind per hour.
create function is_mail_welcome(address citext, wanted text) returns boolean
language sql
as $$ select take_attempt('mail ' || wanted, address::text, 5, interval '1 hour') = 0 $$;
revoke execute on function is_mail_welcome(citext, text) from public;

-- Says nothing about whether anybody has the address; what takes time comes after the answer.
create function ask_for_reset(address citext) returns void
language sql security definer set search_path = public, pg_temp
as $$
  insert into mails (user_id, kind, language)
  select id, 'reset_password', language from users
  where email = address and is_mail_welcome(email, 'reset_password')
$$;
revoke execute on function ask_for_reset(citext) from public;
grant execute on function ask_for_reset(citext) to daina_app;

create function ask_for_verification() returns void
language sql security definer set search_path = public, pg_temp
as $$
  insert into mails (user_id, kind, language)
  select id, 'verify_email', language from users
  where id = current_viewer() and email_verified_at is null
    and is_mail_welcome(email, 'verify_email')
$$;
revoke execute on function ask_for_verification() from public;
grant execute on function ask_for_verification() to daina_app;

-- Lends mails that are due to whoever sends them: tried again after 1, 2, 4 … minutes unless it says
-- that it is done.
create function take_mails(most integer)
returns table (
  id uuid, kind text, language text, email text, display_name text, tries integer
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
  select t.id, t.kind, t.language::text, u.email::text,
    case when u.email_verified_at is not null then p.display_name end, t.tries
  from taken t join users u on u.id = t.user_id left join profiles p on p.user_id = u.id
$$;
revoke execute on function take_mails(integer) from public;
grant execute on function take_mails(integer) to daina_app;

create function issue_mail_link(mail uuid, hash bytea, life interval) returns void
language sql security definer set search_path = public, pg_temp
as $$
  insert into mail_links (token_hash, user_id, purpose, email, expires_at)
  select hash, u.id, m.kind, u.email, now() + life
  from mails m join users u on u.id = m.user_id
  where m.id = mail and m.sent_at is null
$$;
revoke execute on function issue_mail_link(uuid, bytea, interval) from public;
grant execute on function issue_mail_link(uuid, bytea, interval) to daina_app;

create function note_mail_sent(mail uuid) returns void
language sql security definer set search_path = public, pg_temp
as $$ update mails set sent_at = now(), last_error = null where id = mail and sent_at is null $$;
revoke execute on function note_mail_sent(uuid) from public;
grant execute on function note_mail_sent(uuid) to daina_app;

create function note_mail_failed(mail uuid, reason text, gives_up boolean) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update mails set last_error = left(reason, 500), failed_at = case when gives_up then now() end
  where id = mail and sent_at is null
$$;
revoke execute on function note_mail_failed(uuid, text, boolean) from public;
grant execute on function note_mail_failed(uuid, text, boolean) to daina_app;

-- What was sent is kept for a month, for members who ask whether a mail went out.
create function delete_old_mails() returns void
language sql security definer set search_path = public, pg_temp
as $$
  delete from mails where coalesce(sent_at, failed_at) < now() - interval '30 days';
  delete from mail_links where expires_at <= now();
$$;
revoke execute on function delete_old_mails() from public;
grant execute on function delete_old_mails() to daina_app;
