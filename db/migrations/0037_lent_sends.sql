-- What is on its way out is lent to who sends it, so that nothing goes out twice.

-- `lent_until`: a sender has it, and says before then what became of it. Whoever asks for another try
-- leaves it alone meanwhile.
alter table mails
  add column lent_until timestamptz,
  add column retried_at timestamptz;
alter table suggestions
  add column lent_until timestamptz,
  add column retried_at timestamptz,
  -- Who asks for another try moves it: an old suggestion has its turn as well.
  add column try_until timestamptz not null default now() + interval '7 days';
update suggestions set try_until = received_at + interval '7 days';

create index mails_unsent on mails (created_at desc) where sent_at is null;
create index mails_retried on mails (retried_at) where retried_at is not null;
create index suggestions_unsent on suggestions (received_at desc) where sent_at is null and tries > 0;
create index suggestions_retried on suggestions (retried_at) where retried_at is not null;

-- The audit log tells what administrators make of a suggestion; its way to Telegram it tells below.
drop trigger audit on suggestions;
create trigger audit
  after delete or update of user_id, name, email, category, priority, title, description, language,
    received_at, read_at, idea_id
  on suggestions for each row when (is_super_admin())
  execute function write_audit_row('user_id', 'name', 'email', 'title', 'description');

-- Whoever takes a mail raises its tries. It is lent for longer than sending takes, and not due meanwhile;
-- the pause before the next try begins when this one has failed.
create function lend_mail() returns trigger
language plpgsql
as $$
begin
  new.lent_until := now() + interval '10 minutes';
  new.next_try_at := greatest(new.next_try_at, new.lent_until);
  return new;
end $$;
create trigger lend before update of tries on mails
  for each row when (new.tries > old.tries) execute function lend_mail();

create or replace function note_mail_sent(mail uuid) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update mails set sent_at = now(), failed_at = null, last_error = null, lent_until = null
  where id = mail and sent_at is null
$$;

create or replace function note_mail_failed(mail uuid, reason text, gives_up boolean) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update mails
  set last_error = left(reason, 500), failed_at = case when gives_up then now() end, lent_until = null,
    next_try_at = now() + interval '1 minute' * power(2, least(tries - 1, 8))
  where id = mail and sent_at is null
$$;

create or replace function take_suggestion()
returns table (
  id uuid, name text, category text, priority text, title text, description text, language text
)
language sql security definer set search_path = public, pg_temp
as $$
  with due as (
    select s.id from suggestions s
    where s.sent_at is null and s.next_try_at <= now() and s.try_until > now()
      and (s.lent_until is null or s.lent_until <= now())
    order by s.next_try_at, s.received_at limit 1 for update skip locked
  )
  update suggestions s
  set tries = s.tries + 1, lent_until = now() + interval '2 minutes',
    next_try_at = now() + interval '1 minute' * power(2, least(s.tries, 8))
  from due where s.id = due.id
  returning s.id, s.name, s.category, s.priority, s.title, s.description, s.language::text
$$;

create or replace function note_suggestion_sent(suggestion uuid) returns void
language sql security definer set search_path = public, pg_temp
as $$
  update suggestions set sent_at = now(), last_error = null, lent_until = null
  where id = suggestion and sent_at is null
$$;

create or replace function note_suggestion_failed(suggestion uuid, reason text, pause interval)
returns void
language sql security definer set search_path = public, pg_temp
as $$
  update suggestions
  set last_error = case when id = suggestion then left(reason, 500) else last_error end,
    lent_until = case when id = suggestion then null else lent_until end,
    next_try_at = greatest(next_try_at, now() + pause)
  where sent_at is null and (id = suggestion or pause is not null)
$$;
