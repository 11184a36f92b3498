-- What a managed account reads is switched when its rules have been applied, not when they are assigned.
alter table managed_accounts
  add column reads_rebilled boolean not null default false,
  -- Why the rules could not be applied the last time; null if they were.
  add column rebilling_failure text;

update managed_accounts m set reads_rebilled = exists (
  select 1 from managed_account_billing_rules a join billing_rules b on b.token = a.billing_rule_token
  where a.managed_account_token = m.token and b.execution_group in (1, 3));
