import type { FeeRow } from './fee-row.js';

/** What the providers name differently. */
export interface CommitmentKind {
  commitment_type: string;
  service: string;
  type: string;
}

/** Reservations of AWS by the service in their ARN. */
const awsReservations: Readonly<Record<string, [type: string, service: string]>> = {
  ec2: ['aws_ec2_reserved_instance', 'EC2'],
  rds: ['aws_rds_reserved_instance', 'RDS'],
  elasticache: ['aws_elasticache_reserved_node', 'ElastiCache'],
  es: ['aws_opensearch_reserved_instance', 'OpenSearch'],
  redshift: ['aws_redshift_reserved_node', 'Redshift'],
  dynamodb: ['aws_dynamodb_reserved_capacity', 'DynamoDB'],
};

/** Their product codes, for ids that are no ARN. */
const awsProducts: Readonly<Record<string, string>> = {
  AmazonEC2: 'ec2',
  AmazonRDS: 'rds',
  AmazonElastiCache: 'elasticache',
  AmazonES: 'es',
  AmazonRedshift: 'redshift',
  AmazonDynamoDB: 'dynamodb',
};

const awsPlans: readonly [pattern: RegExp, service: string, type: string][] = [
  [/sagemaker/i, 'SageMaker', 'SageMaker Savings Plan'],
  [/database/i, 'Database', 'Database Savings Plan'],
  [/ec2/i, 'EC2', 'EC2 Instance Savings Plan'],
];

/** Commitments of AWS: by their ARN, and for plans by what they offer. */
export function awsKind(row: FeeRow): CommitmentKind {
  const { commitment_id: id, attributes, instance_type } = row;
  const inArn = /^arn:[^:]*:([^:]+):/.exec(id)?.[1];
  if (row.commitment_type === 'savings_plan') return awsPlan(row);
  const key = inArn ?? awsProducts[row.service_code] ?? '';
  const [type, service] = awsReservations[key] ?? ['aws_reserved_capacity', row.service];
  return {
    commitment_type: type,
    service,
    type: instance_type || attributes['CommitmentDiscountType'] || service,
  };
}

function awsPlan({ attributes, service_code: code, cost_category: category }: FeeRow) {
  const offering =
    attributes['savingsPlan/OfferingType'] ||
    attributes['CommitmentDiscountType'] ||
    code ||
    category;
  const [, service, type] = awsPlans.find(([pattern]) => pattern.test(offering)) ?? [
    undefined,
    'Compute',
    'Compute Savings Plan',
  ];
  const family = attributes['savingsPlan/InstanceTypeFamily'];
  return { commitment_type: 'aws_savings_plan', service, type: family || type };
}

/** The name of an order lists what was ordered: "Reserved VM Instance, Standard_B1s, UK South, 3 Years". */
export function azureKind(row: FeeRow): CommitmentKind {
  const isPlan = row.commitment_type === 'savings_plan';
  const [, ordered] = (row.attributes['ProductOrderName'] ?? '').split(',');
  return {
    commitment_type: isPlan ? 'azurerm_savings_plan' : 'azurerm_reservation',
    service: row.service,
    type: ordered?.trim() || row.instance_type || row.commitment_name || row.service,
  };
}

export function gcpKind(row: FeeRow): CommitmentKind {
  return {
    commitment_type: 'google_committed_use_discount',
    service: row.service,
    type: row.attributes['CommitmentDiscountType'] || row.cost_category || row.service,
  };
}
