-- Email addresses are stored in ASCII, with internationalized domains in Punycode: each address has one form. The
-- checks accept every address that `email` in src/schema/fields.ts accepts, and those of earlier versions.

alter table users drop constraint users_email_check, add constraint users_email_check
  check (length(email) between 3 and 254 and email ~ '^[!-?A-~]+@([a-z0-9-]+[.])+[a-z0-9-]+$');
alter table subscriptions drop constraint subscriptions_email_check, add constraint subscriptions_email_check
  check (length(email) between 3 and 254 and email ~ '^[!-?A-~]+@([a-z0-9-]+[.])+[a-z0-9-]+$');
alter table suggestions drop constraint suggestions_email_check, add constraint suggestions_email_check
  check (length(email) between 3 and 254 and email ~ '^[!-?A-~]+@([a-z0-9-]+[.])+[a-z0-9-]+$');
