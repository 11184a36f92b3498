-- Notifies the process of an embedded database to invalidate its read cache when these tables change.
create function tell_costs_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('farthing_costs', '');
  return null;
end $$;

create trigger loads_kept after insert or update or delete on loads
  for each statement execute function tell_costs_changed();
create trigger integrations_kept after insert or update or delete on integrations
  for each statement execute function tell_costs_changed();
create trigger integration_workspaces_kept after insert or update or delete on integration_workspaces
  for each statement execute function tell_costs_changed();
create trigger workspaces_kept after insert or update or delete on workspaces
  for each statement execute function tell_costs_changed();
create trigger exchange_rates_kept after insert or update or delete on exchange_rates
  for each statement execute function tell_costs_changed();
create trigger virtual_tag_configs_kept after insert or update or delete on virtual_tag_configs
  for each statement execute function tell_costs_changed();
create trigger virtual_tag_values_kept after insert or update or delete on virtual_tag_values
  for each statement execute function tell_costs_changed();
