-- What a session says of its member, what others see of one, changing the address, and connecting Google.

-- They answer with more than before; db/functions makes them anew.
drop function if exists session_by_token(bytea, boolean) cascade;
drop function if exists get_public_profile_safe(uuid) cascade;

-- The kinds are those of MailKind, which the sender knows.
alter table mails drop constraint mails_kind_check;
alter table mails add constraint mails_kind_check check (kind ~ '^[a-z_]{1,40}$');

-- Where a mail goes that is not for the member's present address: to the one that they want to change to, or
-- to the one that they had.
alter table mails add column address citext;

alter table mail_links drop constraint mail_links_purpose_check;
alter table mail_links add constraint mail_links_purpose_check check (purpose in (
  'verify_email', 'reset_password', 'confirm_newsletter', 'confirm_shop', 'change_email'
));
