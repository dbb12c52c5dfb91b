-- Deletes rows whose retention period is over. delete_due_accounts() in 18_export_and_deletion.sql deletes accounts.

create or replace function delete_expired_rows() returns void
language sql security definer set search_path = public, pg_temp
as $$
  delete from sessions where expires_at <= now() or created_at <= now() - interval '90 days';
  delete from known_devices where last_used_at <= now() - interval '180 days';
  delete from sign_in_steps where expires_at <= now();
  delete from passkey_challenges where expires_at <= now();
  delete from second_factors where confirmed_at is null and created_at < now() - interval '1 day';
  -- Limits whose names end in -a-day span a day; all other limits span at most an hour.
  delete from attempts
  where last_at < now() - case when action like '%-a-day' then interval '1 day' else interval '1 hour' end;
  -- Sent and failed emails stay for 30 days, for support. Emails to an address without an account stay until they are
  -- sent, at most 30 days.
  delete from mails where coalesce(sent_at, failed_at) < now() - interval '30 days'
    or (num_nonnulls(user_id, subscription_id) = 0
      and (sent_at is not null or created_at < now() - interval '30 days'));
  delete from notifications
  where happened_at < now() - interval '90 days' and (read_at is not null or happened_at < now() - interval '1 year');
  delete from weekly_digests where queued_at < now() - interval '30 days';
  delete from mail_links where expires_at <= now();
  -- Unconfirmed subscriptions stay for seven days, and as long as the link of their confirmation email is valid.
  delete from subscriptions s
  where s.confirmed_at is null and s.consented_at < now() - interval '7 days'
    and not exists (select from mail_links l where l.subscription_id = s.id);
  delete from security_events where last_at < now() - interval '90 days';
  update suggestions set name = null, email = null
  where email is not null and received_at < now() - interval '12 months';
$$;

grant execute on function delete_expired_rows to daina_auth;
