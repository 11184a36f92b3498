import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Answer, QueryOf, Schemas } from '../../api/types.js';
import { type Grouping, groupingsOf } from './groupings.js';
import { trafficCategoryName } from './names.js';

export type FlowAnswer = Answer<'/v2/network_flow_logs'>;
type Parameters = QueryOf<'/v2/network_flow_logs'>;
type Report = Schemas['NetworkFlowReport'];

/** What the page shows; the address holds it. */
export interface FlowQuery {
  report: string;
  /** `custom` are the dates of the report. */
  dates: NonNullable<Parameters['date_interval']> | 'custom';
  direction: NonNullable<Parameters['flow_direction']>;
  weight: NonNullable<Parameters['flow_weight']>;
  from: Grouping;
  to: Grouping;
}

export const intervals: {
  value: Exclude<FlowQuery['dates'], 'custom'>;
  label: string;
}[] = [
  { value: 'last_3_days', label: 'Last 3 days' },
  { value: 'last_7_days', label: 'Last 7 days' },
  { value: 'last_14_days', label: 'Last 14 days' },
  { value: 'last_30_days', label: 'Last 30 days' },
];
export const directions: { value: FlowQuery['direction']; label: string }[] = [
  { value: 'all', label: 'Both' },
  { value: 'egress', label: 'Sent' },
  { value: 'ingress', label: 'Received' },
];
export const sides: Record<'from' | 'to', { value: Grouping; label: string }[]> = {
  from: [
    { value: 'resource_uuid', label: 'Resource' },
    { value: 'account_id', label: 'Account' },
    { value: 'vpc_id', label: 'VPC' },
    { value: 'subnet_id', label: 'Subnet' },
    { value: 'az_id', label: 'Availability zone' },
    { value: 'region', label: 'Region' },
    { value: 'interface_id', label: 'Interface' },
  ],
  to: [
    { value: 'peer_resource_uuid', label: 'Resource' },
    { value: 'dsthostname', label: 'Destination host' },
    { value: 'dstaddr', label: 'Destination address' },
    { value: 'peer_account_id', label: 'Account' },
    { value: 'peer_vpc_id', label: 'VPC' },
    { value: 'peer_subnet_id', label: 'Subnet' },
    { value: 'peer_az_id', label: 'Availability zone' },
    { value: 'peer_region', label: 'Region' },
  ],
};

const pick = <Value extends string>(
  choices: readonly { value: Value }[],
  value: string | null | undefined,
  initial: Value,
): Value => choices.find((choice) => choice.value === value)?.value ?? initial;

type Search = Partial<Record<'report' | 'dates' | 'direction' | 'weight' | 'from' | 'to', string>>;

/** The query in the address, else that of the report, and how to change it. */
export function useFlowQuery(
  reports: readonly Report[],
): [FlowQuery, Report | undefined, (change: Search) => void] {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const report =
    reports.find(({ token }) => token === search.report) ??
    reports.find((each) => each.default) ??
    reports[0];
  const grouped = report ? groupingsOf(report) : [];
  const sideOf = (side: 'from' | 'to', initial: Grouping) =>
    grouped.find((name) => sides[side].some(({ value }) => value === name)) ?? initial;
  const hasOwnDates = report?.date_interval === 'custom' && !search.dates;
  const query: FlowQuery = {
    report: report?.token ?? '',
    dates: hasOwnDates
      ? 'custom'
      : pick(intervals, search.dates || report?.date_interval, 'last_7_days'),
    // Both directions would count traffic between own resources at both ends.
    direction: pick(directions, search.direction || report?.flow_direction, 'egress'),
    weight: (search.weight || report?.flow_weight) === 'bytes' ? 'bytes' : 'costs',
    from: pick(sides.from, search.from, sideOf('from', 'resource_uuid')),
    to: pick(sides.to, search.to, sideOf('to', 'peer_resource_uuid')),
  };
  const change = (next: Search) =>
    void navigate({
      to: '.',
      // Another report is shown as it is stored.
      search: next.report === undefined ? { ...search, ...next } : { report: next.report },
      replace: true,
      resetScroll: false,
    });
  return [query, report, change];
}

/** A row of the answer by its two ends and the category between them. */
export interface Flow {
  key: string;
  from: string;
  category: string;
  to: string;
  bytes: number;
  cost: string;
  currency: string;
}

/** A missing peer is named by what is known of it. */
const missing: Record<string, string> = { public: 'Internet', unknown: 'Unknown peer' };

export function readFlows({ network_flow_logs: rows }: FlowAnswer, query: FlowQuery): Flow[] {
  return rows.map((row) => {
    const category = row.groupings['traffic_category']?.value ?? 'unknown';
    const from = shortName(row.groupings[query.from]?.label) ?? 'Unknown';
    const to = shortName(row.groupings[query.to]?.label) ?? missing[category] ?? 'Unknown';
    return {
      key: JSON.stringify(row.groupings) + row.currency,
      from,
      category: trafficCategoryName(category),
      to,
      bytes: row.bytes,
      cost: row.estimated_cost,
      currency: row.currency,
    };
  });
}

/** The last part of an ARN, which says what it is; other names stay. */
const shortName = (label: string | null | undefined): string | undefined =>
  label?.startsWith('arn:') ? label.split(':').slice(5).join(':') : (label ?? undefined);
