-- The audit log with names as they were, emails about what super admins do, members found by their email.

-- They answer with more than before; db/functions makes them anew.
drop function if exists admin_waiting() cascade;
drop function if exists admin_users(text, text, text, text, uuid, integer) cascade;

-- What the actor and the target were called then; a member's name goes with the account.
alter table audit_log add column actor_name text, add column target_name text;

-- What a mail names that may be gone when it is sent.
alter table mails add column about jsonb;
alter table mails drop constraint mails_receiver;
alter table mails add constraint mails_receiver check (
  num_nonnulls(user_id, subscription_id) = 1
    or (num_nonnulls(user_id, subscription_id) = 0 and address is not null)
);
-- Whose something is learns of reports only when it is hidden.
delete from mails where kind = 'content_dismissed';

drop index users_by_text;
alter table users drop column listed_text;
alter table users add column listed_text text not null
  generated always as (listed_name || ' ' || id::text || ' ' || lower(email::text)) stored;
create index users_by_text on users using gin (listed_text gin_trgm_ops) with (fastupdate = off);
