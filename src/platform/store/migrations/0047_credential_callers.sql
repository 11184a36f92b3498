-- A credential with which someone of the management account acts in a managed one: the audit log names them.
alter table credentials add column caller_name text;
