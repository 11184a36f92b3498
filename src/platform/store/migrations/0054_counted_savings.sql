-- What a resource costs per month at its current rate: no total counts more than that as a saving, and none
-- where it is null. Until the next evaluation, it is the amortized cost.
alter table recommendation_resources add column cost_per_month numeric;
update recommendation_resources set cost_per_month = monthly_cost where monthly_cost > 0;
