-- Dashboards show reports of every kind, so the items of their layouts no longer name cost reports.
update dashboards set layout = (
  select coalesce(jsonb_agg(
    item - 'cost_report_token' || jsonb_build_object(
      'widgetable_token', item -> 'cost_report_token',
      'kind', case item ->> 'kind' when 'cost_report' then 'chart' else item ->> 'kind' end
    ) order by position), '[]')
  from jsonb_array_elements(layout) with ordinality as items (item, position)
);

create trigger resource_reports_widgets after delete on resource_reports
  for each row execute function end_widgets();
create trigger recommendation_views_widgets after delete on recommendation_views
  for each row execute function end_widgets();
create trigger financial_commitment_reports_widgets after delete on financial_commitment_reports
  for each row execute function end_widgets();
create trigger network_flow_reports_widgets after delete on network_flow_reports
  for each row execute function end_widgets();
