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
