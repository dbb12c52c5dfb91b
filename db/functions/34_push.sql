grant select (session_id, user_id), delete on push_subscriptions to daina_app;
create policy own_subscriptions on push_subscriptions to daina_app using (user_id = (select current_viewer()));
grant select, insert, update (starts_at, ends_at) on push_quiet_hours to daina_app;
create policy own_quiet_hours on push_quiet_hours to daina_app using (user_id = (select current_viewer()));

-- Stores the push subscription of the session's browser. Deletes the subscription of an earlier session in the same
-- browser, which has the same endpoint (a URL at the push service).
create or replace function subscribe_to_push(
  session uuid, new_endpoint text, new_p256dh text, new_auth text, new_language text
) returns void
language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if not exists (select from sessions where id = session and user_id = current_viewer()) then
    raise exception 'not the viewer''s session' using errcode = '42501';
  end if;
  delete from push_subscriptions where endpoint = new_endpoint and session_id <> session;
  insert into push_subscriptions as s (session_id, user_id, endpoint, p256dh, auth, language)
  values (session, current_viewer(), new_endpoint, new_p256dh, new_auth, new_language)
  on conflict (session_id) do update
  set endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth, language = excluded.language;
end $$;

-- VAPID keys identify the site to push services. The first call stores its arguments; all calls return the stored keys.
create or replace function find_or_store_vapid_keys(new_public_key text, new_private_key text)
returns table (public_key text, private_key text)
language sql security definer set search_path = public, pg_temp
as $$
  insert into vapid_keys (public_key, private_key) values (new_public_key, new_private_key)
  on conflict (is_only) do nothing;
  select public_key, private_key from vapid_keys
$$;

-- Returns the current time or, during the member's quiet hours, the end of the quiet hours. The default hours must
-- match DEFAULT_QUIET_HOURS in src/features/notifications/push-schema.ts.
create or replace function get_push_due_time(member uuid) returns timestamptz
language sql stable
as $$
  select case
    when q.starts_at <= q.ends_at and local.clock >= q.starts_at and local.clock < q.ends_at then local.day + q.ends_at
    when q.starts_at > q.ends_at and local.clock >= q.starts_at then local.day + 1 + q.ends_at
    when q.starts_at > q.ends_at and local.clock < q.ends_at then local.day + q.ends_at
    else local.day + local.clock
  end at time zone 'Europe/Riga'
  from (
    select coalesce(min(starts_at), '22:00') as starts_at, coalesce(min(ends_at), '08:00') as ends_at
    from push_quiet_hours where user_id = member
  ) q, (
    select (now() at time zone 'Europe/Riga')::date as day, (now() at time zone 'Europe/Riga')::time as clock
  ) local
$$;

-- Queues a push message when notify() adds a notification or repeats an existing one. The message replaces an unsent
-- message for the same notification. Other updates, for example when a member marks a notification as unread, do not
-- change `happened_at` and queue no message.
create or replace function queue_push_messages() returns trigger
language plpgsql security definer set search_path = public, pg_temp
as $$
declare ids_without_repetition uuid[] := '{}';
begin
  if tg_op = 'UPDATE' then
    ids_without_repetition := array(select w.id from written w join former f on f.id = w.id where f.happened_at = w.happened_at);
  end if;
  insert into push_messages (notification_id, due_at)
  select w.id, get_push_due_time(w.user_id)
  from written w
  join list_notification_topics() t on t.topic = w.topic
  left join notification_preferences p on p.user_id = w.user_id and p.topic = w.topic
  where w.id <> all(ids_without_repetition) and w.read_at is null and coalesce(p.push, t.push)
    and exists (select from push_subscriptions s where s.user_id = w.user_id)
  order by w.id
  on conflict (notification_id) do update set due_at = excluded.due_at, tries = 0;
  return null;
end $$;
create trigger queue_push_of_new after insert on notifications
  referencing new table as written for each statement execute function queue_push_messages();
create trigger queue_push_of_repeated after update on notifications
  referencing old table as former new table as written for each statement execute function queue_push_messages();

-- First deletes due messages that need not be sent: because the notification was read, the member has no push
-- subscription, five attempts to send the message have failed, or the message is more than a day late. Then leases the
-- other due messages.
create or replace function lease_push_messages(max_rows integer)
returns table (notification_id uuid, user_id uuid, kind text, endpoint text, p256dh text, auth text, language text)
language sql security definer set search_path = public, pg_temp
as $$
  delete from push_messages m using notifications n
  where n.id = m.notification_id and m.due_at <= now() and (
    n.read_at is not null or m.tries >= 5 or m.due_at < now() - interval '1 day'
      or not exists (select from push_subscriptions s where s.user_id = n.user_id)
  );
  with due as (
    select m.notification_id from push_messages m where m.due_at <= now()
    order by m.due_at limit max_rows for update skip locked
  ), leased as (
    update push_messages m
    set tries = m.tries + 1, due_at = now() + interval '2 minutes' * power(2, m.tries)
    from due where m.notification_id = due.notification_id
    returning m.notification_id
  )
  select n.id, n.user_id, n.kind, s.endpoint, s.p256dh, s.auth, s.language::text
  from leased join notifications n on n.id = leased.notification_id
  join push_subscriptions s on s.user_id = n.user_id
$$;

create or replace function record_push_delivery(finished_ids uuid[], dead_endpoints text[]) returns void
language sql security definer set search_path = public, pg_temp
as $$
  delete from push_messages where notification_id = any(finished_ids);
  delete from push_subscriptions where endpoint = any(dead_endpoints);
$$;

create or replace function get_own_push_subscription(session uuid)
returns table (endpoint text, p256dh text, auth text, language text)
language sql stable security definer set search_path = public, pg_temp
as $$
  select s.endpoint, s.p256dh, s.auth, s.language::text from push_subscriptions s
  where s.session_id = session and s.user_id = current_viewer()
$$;

grant execute on function subscribe_to_push, get_own_push_subscription, get_push_due_time to daina_app;
grant execute on function find_or_store_vapid_keys, lease_push_messages, record_push_delivery to daina_auth;
