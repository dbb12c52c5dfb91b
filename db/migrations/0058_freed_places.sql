-- Event places that were freed because the member gave up their account: a member who keeps it gets them back.

alter table event_signups add column was_freed_by_leaving boolean not null default false;
