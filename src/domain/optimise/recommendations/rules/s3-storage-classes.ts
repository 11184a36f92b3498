import { Decimal } from '../../../../platform/lib/decimal.js';
import {
  atPaidPrice,
  chargesFor,
  dollars,
  figure,
  paidEvidence,
  percentage,
  quantityOf,
} from '../charges.js';
import type { ResourceFacts } from '../facts.js';
import type { Evidence, Finding } from '../finding.js';
import { numberField, textField } from '../metadata.js';
import { s3Prices } from '../reference/unit-prices.js';
import { type ResourceRule, usualMinimumSaving } from '../rule.js';
import { shell } from '../shell-command.js';

const minTieredGb = 1000;
/** The share of a bucket that is expected to become infrequently accessed. */
const infrequentShare = '0.5';

const standardStorage = /(^|-)TimedStorage-ByteHrs$/;
const reads = /Requests-(\w+-)?Tier2|Retrieval|DataTransfer-Out-Bytes|Select-/;

const shared = {
  scope: 'resource',
  service: 'Amazon S3',
  provider: 'aws',
  resourceTypes: ['aws_s3_bucket'],
  minimumSaving: usualMinimumSaving,
} as const;

/** Large buckets, in which some objects are rarely read. */
export const s3IntelligentTiering: ResourceRule = {
  ...shared,
  type: 'aws:s3:intelligent-tiering',
  category: 's3_bucket_intelligent_tiering',
  description: 'Move large buckets from S3 Standard to Intelligent-Tiering.',
  needs: [
    { data: 'billing', words: 'the stored GB of each bucket, where the inventory has none' },
    { data: 'inventory', words: 'the objects of each bucket', fields: ['object_count'] },
  ],
  find: (buckets) => buckets.flatMap(findTiering),
};

/** Buckets that are stored and never read. */
export const s3GlacierInstantRetrieval: ResourceRule = {
  ...shared,
  type: 'aws:s3:glacier-instant-retrieval',
  category: 's3_bucket_glacier_instant_retrieval',
  description: 'Move buckets that nobody reads from S3 Standard to Glacier Instant Retrieval.',
  needs: [
    { data: 'billing', words: 'storage, requests and retrievals of each bucket' },
    {
      data: 'inventory',
      words: 'the stored GB of each bucket; the bill otherwise',
      fields: [],
    },
  ],
  find: (buckets) => buckets.flatMap(findUntouched),
};

function findTiering(bucket: ResourceFacts): Finding[] {
  const gb = standardGb(bucket);
  const objects = numberField(bucket, 'object_count');
  if (objects === null || gb.lt(minTieredGb)) return [];
  const gain = new Decimal(s3Prices.standard).minus(s3Prices.infrequentAccess);
  const monitoring = new Decimal(objects).div(1000).times(s3Prices.monitoredThousandObjects);
  const saving = gb.times(infrequentShare).times(gain).minus(monitoring);
  const evidence = [
    { label: 'Objects', value: String(objects) },
    percentage('Share expected to be rarely read', infrequentShare),
    dollars('Monitoring cost per month', monitoring),
  ];
  return [change(bucket, gb, saving, 'INTELLIGENT_TIERING', evidence)];
}

function findUntouched(bucket: ResourceFacts): Finding[] {
  const gb = standardGb(bucket);
  const isBilled = chargesFor(bucket.charges, standardStorage).length > 0;
  const isRead = new Decimal(quantityOf(chargesFor(bucket.charges, reads))).gt(0);
  if (!isBilled || isRead || gb.isZero()) return [];
  const gain = new Decimal(s3Prices.standard).minus(s3Prices.glacierInstantRetrieval);
  return [
    change(bucket, gb, gb.times(gain), 'GLACIER_IR', [
      { label: 'Reads in the last 30 days', value: '0' },
      dollars('Glacier Instant Retrieval price per GB and month', s3Prices.glacierInstantRetrieval),
    ]),
  ];
}

/** GB in Standard: of the inventory, else those that the bill counted in the window. */
function standardGb(bucket: ResourceFacts): Decimal {
  const stored = numberField(bucket, 'standard_storage_gb');
  return new Decimal(stored ?? quantityOf(chargesFor(bucket.charges, standardStorage)));
}

function change(
  bucket: ResourceFacts,
  gb: Decimal,
  saving: Decimal,
  storageClass: string,
  evidence: Evidence[],
): Finding {
  const atListPrice = gb.times(s3Prices.standard);
  const storage = chargesFor(bucket.charges, standardStorage);
  const name = textField(bucket, 'name') ?? bucket.label ?? bucket.id;
  const transition = { Days: 0, StorageClass: storageClass };
  const rule = {
    ID: storageClass.toLowerCase(),
    Status: 'Enabled',
    Filter: {},
    Transitions: [transition],
  };
  const configuration = JSON.stringify({ Rules: [rule] });
  return {
    uuid: bucket.uuid,
    actions: [
      {
        action: 'configure',
        description: `Move ${gb.toFixed(0)} GB from Standard to ${storageClass} with a lifecycle rule. Other lifecycle rules of the bucket must be part of the command, which replaces them all.`,
        potential_savings: atPaidPrice(saving, atListPrice, storage, bucket).toFixed(),
        instance_type: storageClass,
        remediation_cli_command: shell`aws s3api put-bucket-lifecycle-configuration --bucket ${name} --lifecycle-configuration ${configuration}`,
        terraform: `transition {\n  days          = 0\n  storage_class = "${storageClass}"\n}`,
      },
    ],
    evidence: [
      figure('GB in Standard', gb),
      dollars('Standard price per GB and month', s3Prices.standard),
      ...paidEvidence(storage, bucket),
      ...evidence,
    ],
  };
}
