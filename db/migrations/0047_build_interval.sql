-- The newest content version that a build must reach without waiting for BUILD_INTERVAL.
alter table content_state add column urgent_version bigint not null default 0;

-- Both take the interval now.
drop function if exists claim_build(interval);
drop function if exists claim_missed_build(bigint);
