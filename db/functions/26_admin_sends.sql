-- What could not be sent, for who runs the site: mails, and suggestions on their way to Telegram. Sending
-- one again takes its turn with the sender.

-- Mail servers repeat the address in what they refuse, and at times what stands in the mail. A mistyped
-- address is known by its domain.
create or replace function without_secrets(words text) returns text
language sql immutable parallel safe
as $$
  select regexp_replace(
    regexp_replace(words, 'token=[\w-]+', 'token=…', 'g'),
    '([^\s<>"''(),:;=@]?)[^\s<>"''(),:;=@]*@([^\s<>"''(),:;]+)', '\1…@\2', 'g'
  )
$$;

-- A digest that waits for its hour is late for nobody: it is in no list of what could not be sent, and
-- another try of all leaves it alone.
create or replace function state_of(mail mails) returns text
language sql stable
as $$
  select case
    when mail.sent_at is not null then 'sent'
    when mail.leased_until > now() then 'sending'
    when mail.failed_at is not null then 'failed'
    when mail.next_try_at <= now() then 'due'
    when mail.tries = 0 then 'planned'
    else 'waiting'
  end
$$;

create or replace function state_of(suggestion suggestions) returns text
language sql stable
as $$
  select case
    when suggestion.sent_at is not null then 'sent'
    when suggestion.leased_until > now() then 'sending'
    when greatest(suggestion.next_try_at, now()) >= suggestion.try_until then 'failed'
    when suggestion.next_try_at <= now() then 'due'
    else 'waiting'
  end
$$;

-- What is not sent, and what was sent just now because somebody wanted another try. Suggestions that nobody
-- has tried to send are in the inbox, and nothing is wrong with them.
create or replace function sends()
returns table (
  id uuid, channel text, kind text, state text, user_id uuid, email text, title text, tries integer,
  last_error text, created_at timestamptz, next_try_at timestamptz, retried_at timestamptz
)
language sql stable
as $$
  select m.id, 'mail', m.kind, state_of(m), m.user_id, coalesce(u.email, s.email)::text, null, m.tries,
    m.last_error, m.created_at, m.next_try_at, m.retried_at
  from mails m
  left join users u on u.id = m.user_id
  left join subscriptions s on s.id = m.subscription_id
  where (m.sent_at is null and state_of(m) <> 'planned') or m.retried_at > now() - interval '10 minutes'
  union all
  select s.id, 'telegram', 'suggestion', state_of(s), null, null, s.title, s.tries, s.last_error,
    s.received_at, s.next_try_at, s.retried_at
  from suggestions s
  where (s.sent_at is null and s.tries > 0) or s.retried_at > now() - interval '10 minutes'
$$;

-- What failed or waits for longer than sending takes, the latest first. Whom it is for, by name and id;
-- of the address what helps to see why.
create or replace function admin_sends(most integer)
returns table (
  id uuid, channel text, kind text, state text, user_id uuid, display_name text, address text,
  title text, tries integer, last_error text, created_at timestamptz, next_try_at timestamptz
)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  perform require_super_admin();
  return query
    select s.id, s.channel, s.kind, s.state, s.user_id, p.display_name, without_secrets(s.email),
      s.title, s.tries, without_secrets(s.last_error), s.created_at, s.next_try_at
    from sends() s left join profiles p on p.user_id = s.user_id
    where s.last_error is not null or s.retried_at is not null
      or s.created_at < now() - interval '10 minutes'
    order by s.created_at desc, s.id desc limit most;
end $$;
grant execute on function admin_sends(integer) to daina_app;

create or replace function admin_send_counts()
returns table (
  mails_waiting bigint, mails_failed bigint, suggestions_waiting bigint, suggestions_failed bigint
)
language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  perform require_super_admin();
  return query select
    count(*) filter (where s.channel = 'mail' and s.state in ('waiting', 'due', 'sending')),
    count(*) filter (where s.channel = 'mail' and s.state = 'failed'),
    count(*) filter (where s.channel = 'telegram' and s.state in ('waiting', 'due', 'sending')),
    count(*) filter (where s.channel = 'telegram' and s.state = 'failed')
  from sends() s;
end $$;
grant execute on function admin_send_counts() to daina_app;

-- Makes one due now, or all (null), and tells how many. What a sender has now, or is due already, is left
-- alone; where there is no way to send by, all is. Due for a minute: by the clock of another who began
-- earlier and waited for the row's lock it would be none yet.
create or replace function retry_sends(which uuid, can_mail boolean, can_telegram boolean) returns integer
language plpgsql
as $$
declare
  mail_count integer;
  suggestion_count integer;
begin
  with chosen as (
    select m.id, m.kind, m.tries, state_of(m) as state from mails m
    where can_mail and (which is null or m.id = which) and m.sent_at is null
      and state_of(m) in ('failed', 'waiting')
    order by m.id for update
  ), moved as (
    update mails m
    set failed_at = null, next_try_at = now() - interval '1 minute', retried_at = now()
    from chosen where m.id = chosen.id
  )
  insert into audit_log (actor_id, action, target_id, before, after)
  select current_viewer(), 'mails.retry', id,
    jsonb_build_object('kind', kind, 'tries', tries, 'state', state),
    jsonb_build_object('kind', kind, 'tries', tries, 'state', 'due')
  from chosen;
  get diagnostics mail_count = row_count;

  with chosen as (
    select s.id, s.tries, state_of(s) as state from suggestions s
    where can_telegram and (which is null or s.id = which) and s.sent_at is null and s.tries > 0
      and state_of(s) in ('failed', 'waiting')
    order by s.id for update
  ), moved as (
    update suggestions s
    set next_try_at = now() - interval '1 minute', retried_at = now(),
      try_until = greatest(s.try_until, now() + interval '1 hour')
    from chosen where s.id = chosen.id
  )
  insert into audit_log (actor_id, action, target_id, before, after)
  select current_viewer(), 'suggestions.retry', id,
    jsonb_build_object('tries', tries, 'state', state),
    jsonb_build_object('tries', tries, 'state', 'due')
  from chosen;
  get diagnostics suggestion_count = row_count;
  return mail_count + suggestion_count;
end $$;

-- How it stands now: 'due' when it is its turn next, or 'unavailable' or 'not_found'.
create or replace function retry_send(send uuid, can_mail boolean, can_telegram boolean) returns text
language plpgsql security definer set search_path = public, pg_temp
as $$
declare found_sent boolean;
begin
  perform require_super_admin();
  if retry_sends(send, can_mail, can_telegram) > 0 then return 'due'; end if;
  select m.sent_at is not null into found_sent from mails m where m.id = send;
  if found and not found_sent and not can_mail then return 'unavailable'; end if;
  if not found then
    select s.sent_at is not null into found_sent from suggestions s
    where s.id = send and (s.tries > 0 or s.sent_at is not null);
    if not found then return 'not_found'; end if;
    if not found_sent and not can_telegram then return 'unavailable'; end if;
  end if;
  if found_sent then return 'sent'; end if;
  return (select s.state from sends() s where s.id = send);
end $$;
grant execute on function retry_send(uuid, boolean, boolean) to daina_app;

create or replace function retry_all_sends(can_mail boolean, can_telegram boolean) returns integer
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform require_super_admin();
  return retry_sends(null, can_mail, can_telegram);
end $$;
grant execute on function retry_all_sends(boolean, boolean) to daina_app;
