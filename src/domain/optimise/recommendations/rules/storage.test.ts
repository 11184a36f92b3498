import { expect, test } from 'vitest';
import {
  accountFacts,
  chargeFacts,
  resourceFacts,
} from '../../../../../test/recommendation-facts.js';
import type { Charge, ResourceFacts } from '../facts.js';
import type { Finding } from '../finding.js';
import type { ResourceRule } from '../rule.js';
import { cloudFrontEgress, s3Egress } from './internet-egress.js';
import { logRetention } from './log-retention.js';
import { s3GlacierInstantRetrieval, s3IntelligentTiering } from './s3-storage-classes.js';
import { unqueriedDatadogMetrics } from './unqueried-datadog-metrics.js';

const charge = (usageType: string, cost: string, quantity = '1'): Charge =>
  chargeFacts({ usageType, cost, quantity });

async function find(rule: ResourceRule, resource: ResourceFacts): Promise<readonly Finding[]> {
  return rule.find([resource], accountFacts());
}

async function saving(rule: ResourceRule, resource: ResourceFacts): Promise<string | undefined> {
  return (await find(rule, resource))[0]?.actions[0]?.potential_savings;
}

function logGroup(metadata: Record<string, unknown>): ResourceFacts {
  return resourceFacts({
    type: 'aws_cloudwatch_log_group',
    metadata: { name: '/app/web', retention_in_days: null, ...metadata },
    charges: [charge('USE1-TimedStorage-ByteHrs', '90'), charge('USE1-DataProcessing-Bytes', '50')],
  });
}

test('a log group of 300 days without retention saves 81.00 of 90.00', async () => {
  // 300 days before 2026-03-10, in milliseconds as CloudWatch gives it.
  const creation_time = Date.parse('2025-05-14T09:00:00Z');
  const [finding] = await find(logRetention, logGroup({ creation_time }));
  expect(finding?.actions[0]).toMatchObject({
    action: 'configure',
    potential_savings: '81',
    remediation_cli_command:
      'aws logs put-retention-policy --log-group-name /app/web --retention-in-days 30',
  });
});

test('a log group with retention, of 30 days or of unknown age is kept', async () => {
  const old = '2025-05-14T09:00:00Z';
  const kept = [
    logGroup({ creation_time: old, retention_in_days: 365 }),
    logGroup({ creation_time: '2026-02-08T09:00:00Z' }),
    logGroup({}),
  ];
  expect(await logRetention.find(kept, accountFacts())).toEqual([]);
});

function bucket(metadata: Record<string, unknown>, charges: readonly Charge[] = []): ResourceFacts {
  return resourceFacts({ type: 'aws_s3_bucket', id: 'photos', metadata, charges });
}

test('the name of a bucket is one word of the command, whatever it contains', async () => {
  const [finding] = await find(
    s3IntelligentTiering,
    bucket({ standard_storage_gb: 50_000, object_count: 2_000_000, name: "it's $(reboot)" }),
  );
  expect(finding?.actions[0]?.remediation_cli_command).toBe(
    "aws s3api put-bucket-lifecycle-configuration --bucket 'it'\\''s $(reboot)' --lifecycle-configuration " +
      '\'{"Rules":[{"ID":"intelligent_tiering","Status":"Enabled","Filter":{},"Transitions":[{"Days":0,"StorageClass":"INTELLIGENT_TIERING"}]}]}\'',
  );
});

test('50,000 GB in 2,000,000 objects save 257.50 with Intelligent-Tiering', async () => {
  const large = bucket({ standard_storage_gb: 50_000, object_count: 2_000_000 });
  expect(await saving(s3IntelligentTiering, large)).toBe('257.5');
});

test('the bill counts where the inventory has no GB', async () => {
  const storage = charge('USE1-TimedStorage-ByteHrs', '23', '1000');
  expect(await saving(s3IntelligentTiering, bucket({ object_count: 0 }, [storage]))).toBe('5.25');
});

test('a bucket below 1,000 GB, or with unknown objects, is not tiered', async () => {
  const small = bucket({ standard_storage_gb: 999.99, object_count: 10 });
  const unknown = bucket({ standard_storage_gb: 50_000 });
  expect(await s3IntelligentTiering.find([small, unknown], accountFacts())).toEqual([]);
});

const storage = charge('USE1-TimedStorage-ByteHrs', '230', '10000');

test('10,000 GB that nobody reads save 190.00 in Glacier Instant Retrieval', async () => {
  const writes = charge('USE1-Requests-Tier1', '0.01', '2000');
  const untouched = bucket({ standard_storage_gb: 10_000 }, [storage, writes]);
  const [finding] = await find(s3GlacierInstantRetrieval, untouched);
  expect(finding?.actions[0]).toMatchObject({ action: 'configure', potential_savings: '190' });
});

test.each([
  ['reads', [storage, charge('USE1-Requests-Tier2', '0.01', '25')]],
  ['retrievals', [storage, charge('USE1-Retrieval-SIA', '0.01', '25')]],
  ['no bill', []],
])('a bucket with %s is not moved to Glacier', async (_, charges) => {
  const touched = bucket({ standard_storage_gb: 10_000 }, charges);
  expect(await find(s3GlacierInstantRetrieval, touched)).toEqual([]);
});

test.each<[ResourceRule, string, string | undefined]>([
  [s3Egress, '100', '80'],
  [s3Egress, '99.99', undefined],
  [cloudFrontEgress, '500', '250'],
  [cloudFrontEgress, '499.99', undefined],
])('internet traffic: $type of %s saves %s', async (rule, cost, expected) => {
  const resource = resourceFacts({
    type: rule.resourceTypes[0] ?? '',
    charges: [
      charge('USE1-DataTransfer-Out-Bytes', cost),
      // To another region, and within the region.
      charge('USE1-EUC1-AWS-Out-Bytes', '900'),
      charge('USE1-DataTransfer-Regional-Bytes', '900'),
    ],
  });
  expect(await saving(rule, resource)).toBe(expected);
});

function metric(id: string, metadata: Record<string, unknown>): ResourceFacts {
  return resourceFacts({ type: 'datadog_custom_metric', id, metadata });
}

test('metrics that nobody queried for 30 days save their share of the volume', async () => {
  const unqueried = metric('a', { last_queried_at: '2026-02-08T09:00:00Z', volume: 300 });
  const others = [
    metric('b', { last_queried_at: '2026-02-08T09:00:01Z', volume: 900 }),
    metric('c', { volume: 0 }),
  ];
  const account = accountFacts({
    resources: [unqueried, ...others],
    charges: () =>
      Promise.resolve([
        chargeFacts({ service: 'Custom Metrics', cost: '200' }),
        chargeFacts({ service: 'Infra Hosts', cost: '900' }),
      ]),
  });
  const findings = await unqueriedDatadogMetrics.find([unqueried, ...others], account);
  expect(findings.map(({ uuid, actions }) => [uuid, actions[0]?.potential_savings])).toEqual([
    ['a', '50'],
  ]);
});

test('without any volume no metric has a share', async () => {
  const unknown = metric('a', { last_queried_at: '2025-01-01T00:00:00Z' });
  expect(await unqueriedDatadogMetrics.find([unknown], accountFacts())).toEqual([]);
});
