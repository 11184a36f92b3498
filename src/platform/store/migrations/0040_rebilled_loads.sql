-- Loads that billing rules make of others, for one managed account.
alter table loads
  -- Set on rebilled loads, which only this managed account reads.
  add column managed_account_token text,
  -- The load that the rules were applied to; null for rows that rules add.
  add column rebilled_from integer,
  -- The rules, in their order; lines refer to them by their number from 1.
  add column billing_rule_tokens text[] not null default '{}',
  add constraint loads_rebilled check (rebilled_from is null or managed_account_token is not null);

-- A rebilled load has the partition of its source.
drop index loads_active;
drop index loads_running;
create unique index loads_active on loads (integration_token, partition, coalesce(managed_account_token, '')) where status = 'active';
create unique index loads_running on loads (integration_token, partition, coalesce(managed_account_token, '')) where status = 'running';
create index loads_managed_account on loads (managed_account_token) where managed_account_token is not null;

-- Which loads a managed account reads depends on whether it has rules.
create trigger managed_accounts_kept after insert or update or delete on managed_accounts
  for each statement execute function tell_costs_changed();
create trigger billing_rules_kept after insert or update or delete on billing_rules
  for each statement execute function tell_costs_changed();
create trigger managed_account_billing_rules_kept after insert or update or delete on managed_account_billing_rules
  for each statement execute function tell_costs_changed();
