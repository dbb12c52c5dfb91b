-- What others see of a member includes teams and events, and nothing of who is blocked or on the way out;
-- accounts are deleted seven days after they are given up.

-- They answer with more than before, or are replaced; db/functions makes them anew.
drop function if exists get_public_profile_safe(uuid) cascade;
drop function if exists find_account_for_sign_in(citext) cascade;
drop function if exists delete_own_account() cascade;

-- When the account is deleted; null for members who stay. Until then it has no session.
alter table users add column deletion_due_at timestamptz;
create index users_leaving on users (deletion_due_at) where deletion_due_at is not null;
