import { Decimal } from '../../../../platform/lib/decimal.js';
import { costOf, dollars } from '../charges.js';
import type { AccountFacts, Charge, ResourceFacts } from '../facts.js';
import type { Finding } from '../finding.js';
import { daysBetween, numberField, timeField } from '../metadata.js';
import { type ResourceRule, usualMinimumSaving } from '../rule.js';

const minDaysUnqueried = 30;

/** Custom metrics that are stored and never looked at. */
export const unqueriedDatadogMetrics: ResourceRule = {
  scope: 'resource',
  type: 'datadog:metrics:unqueried',
  category: 'datadog_metrics_unqueried',
  service: 'Datadog',
  provider: 'datadog',
  description: 'Stop sending custom metrics that nobody has queried in the last 30 days.',
  resourceTypes: ['datadog_custom_metric'],
  needs: [
    { data: 'billing', words: 'the cost of custom metrics' },
    {
      data: 'inventory',
      words: 'the volume of each metric, and when it was last queried',
      fields: ['last_queried_at', 'volume'],
    },
  ],
  minimumSaving: usualMinimumSaving,
  find: findUnqueried,
};

async function findUnqueried(
  metrics: readonly ResourceFacts[],
  account: AccountFacts,
): Promise<Finding[]> {
  const [charges, total] = await Promise.all([
    account.charges(),
    account.sumMetadata('datadog_custom_metric', 'volume'),
  ]);
  if (!new Decimal(total).gt(0)) return [];
  const cost = costOf(charges.filter(isForCustomMetrics));
  return metrics.flatMap((metric) => findMetric(metric, account.now, cost, total));
}

function isForCustomMetrics(charge: Charge): boolean {
  return [charge.service, charge.category, charge.usageType].some((text) =>
    /custom[ _-]?metric/i.test(text ?? ''),
  );
}

function findMetric(metric: ResourceFacts, now: Date, cost: string, total: string): Finding[] {
  const last = timeField(metric, 'last_queried_at');
  const volume = numberField(metric, 'volume');
  if (last === null || volume === null) return [];
  const days = daysBetween(last, now);
  if (days < minDaysUnqueried) return [];
  const saving = new Decimal(cost).times(volume).div(total).toFixed();
  const name = metric.label ?? metric.id;
  return [
    {
      uuid: metric.uuid,
      costPerMonth: saving,
      actions: [
        {
          action: 'delete',
          description: `Stop sending ${name}: nobody has queried it for ${days} days. To keep it for less, remove its indexed tags.`,
          potential_savings: saving,
        },
      ],
      evidence: [
        { label: 'Days since the last query', value: String(days) },
        { label: 'Volume', value: String(volume) },
        { label: 'Volume of all custom metrics', value: total },
        dollars('Cost of custom metrics in the last 30 days', cost),
      ],
    },
  ];
}
