-- What the database signs with whose rights a statement runs under (current_viewer()). Its functions alone read
-- them, and there are two: the one in use, and the one before it. 64 bytes are a block of SHA-256.
create table viewer_keys (
  inner_key bytea not null check (length(inner_key) = 64)
    default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
      || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
  outer_key bytea not null check (length(outer_key) = 64)
    default uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())
      || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()),
  made_at timestamptz primary key default now()
);
alter table viewer_keys enable row level security;
insert into viewer_keys default values;

-- The same limits as for the other logins, see 0001_base.sql.
do $$
begin
  -- A role is the whole server's: another database on it may have brought this along.
  if not exists (
    select from pg_db_role_setting
    where setrole = 'daina_auth'::regrole and setdatabase = 0 and setconfig @> array[
      'lock_timeout=2s', 'statement_timeout=10s', 'idle_in_transaction_session_timeout=10s'
    ]
  ) then
    alter role daina_auth set lock_timeout = '2s';
    alter role daina_auth set statement_timeout = '10s';
    alter role daina_auth set idle_in_transaction_session_timeout = '10s';
  end if;
end $$;

-- What happened to accounts' safety, with nothing of people but ids: no email address, no address on the net.
-- What happens again within five minutes is counted, so that a flood is a few rows.
create table security_events (
  id bigint generated always as identity primary key,
  kind text not null check (kind in (
    'signed_in', 'sign_in_failed', 'code_failed', 'locked_out', 'refused', 'reset_requested',
    'password_changed', 'factor_changed', 'role_changed', 'newsroom_changed', 'blocked', 'unblocked'
  )),
  -- Whom it is about; null where nobody has the account that was tried.
  user_id uuid references users on delete cascade,
  -- Where it came from: two of a day from one place are alike, and nobody can tell which place that is once
  -- the day's key is gone. Null where it does not matter, or is not known.
  caller text check (caller ~ '^[0-9a-f]{12}$'),
  -- A role, what a grant allows, or which limit.
  detail text check (length(detail) <= 40),
  at timestamptz not null default date_trunc('milliseconds', now()),
  last_at timestamptz not null default date_trunc('milliseconds', now()),
  count integer not null default 1 check (count > 0),
  -- How often the log of the process was told of it.
  logged integer not null default 0,
  five_minutes timestamptz not null default date_bin('5 minutes', now(), '2000-01-01')
);
create unique index security_events_once on security_events (five_minutes, kind, user_id, caller, detail)
  nulls not distinct;
create index security_events_of_user on security_events (user_id, id desc);
create index security_events_of_kind on security_events (kind, id desc);
create index security_events_unlogged on security_events (id) where logged < count;
alter table security_events enable row level security;
