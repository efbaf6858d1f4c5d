ALTER TABLE mails VALIDATE CONSTRAINT mails_kind_check;
ALTER TABLE audit_log VALIDATE CONSTRAINT audit_log_actor_kind_check;
