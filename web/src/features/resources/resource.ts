import { shortId } from '../../../../src/domain/optimise/resources/short-id.js';
import type { Schemas } from '../../api/types.js';
import { capitalize } from '../../lib/text.js';
import { printFilter } from '../costs/filter/print-filter.js';

export type Resource = Schemas['Resource'];
export type ResourceSummary = Schemas['ResourceSummary'];

export const resourcesPath = '/v2/resources';
export const resourcePage = (token: string) => `/resources/${token}`;

/** The name of a resource, or else the last part of its identifier. */
export const nameOf = ({ label, uuid }: Pick<Resource, 'label' | 'uuid'>): string =>
  label ?? shortId(uuid);

/** Provider tags or virtual tags; the description of the API leaves the type of their values open. */
export const textsOf = (record: Readonly<Record<string, unknown>>): [string, string][] =>
  Object.entries(record).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[key, value]] : [],
  );

/** The greatest values that are known of a resource. */
export const maximaOf = ({ utilization }: ResourceSummary): [string, number][] =>
  Object.entries(utilization).flatMap(([key, value]): [string, number][] =>
    typeof value === 'number' ? [[key, value]] : [],
  );

const abbreviations = new Set(
  (
    'arn aws az cpu db dns ebs ec2 ecr ecs efs eip eks emr gcp gpu iam id iops ip kms lb mb nat rds s3 ' +
    'sns sql sqs vm vpc vpn'
  ).split(' '),
);

/** A key of metadata in words: `max_cpu` is “Max CPU”. */
export const describeKey = (key: string): string =>
  capitalize(
    key
      .split('_')
      .map((word) => (abbreviations.has(word) ? word.toUpperCase() : word))
      .join(' '),
  );

/** A maximum with its unit, as far as its name says it. */
export function formatUtilization(key: string, value: number): string {
  const isPercent = /^max_(cpu|memory|gpu|gpu_memory)$/.test(key);
  return `${value.toLocaleString('en-US', { maximumFractionDigits: 1 })}${isPercent ? '%' : ''}`;
}

/** VQL of the costs of a resource; undefined while no bill has it. */
export function costFilterOf({ provider, summary }: Resource): string | undefined {
  if (!summary?.billed_id || summary.billed_services.length === 0) return undefined;
  const is = 'is' as const;
  return printFilter(
    [
      { field: 'costs.provider', operator: is, values: [provider] },
      { field: 'costs.service', operator: is, values: summary.billed_services },
      { field: 'costs.resource_id', operator: is, values: [summary.billed_id] },
    ],
    [provider],
  );
}
