import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { describeRule } from '../../../../src/domain/billing/billing-rules/describe-rule.js';
import { ruleTypeOf } from '../../../../src/domain/billing/billing-rules/rule-type.js';
import { useHasRole } from '../../api/current-user.js';
import { formatDay } from '../../lib/dates.js';
import type { Column } from '../../parts/DataTable.js';
import { MomentText } from '../../parts/figures.js';
import { ListPage } from '../../parts/ListPage.js';
import { type BillingRule, rulesPath, typeTexts } from './billing-rule.js';

/** The rules of the account, in the order in which they were created. */
export function BillingRules() {
  const mayEdit = useHasRole('Owner');
  return (
    <ListPage
      title="Billing rules"
      text="What managed accounts see and pay. The costs of this account are never changed by a rule."
      kind="billing rule"
      path={rulesPath}
      rows="billing_rules"
      columns={columns}
      create={mayEdit ? { label: 'New billing rule', to: '/billing-rules/new' } : undefined}
      empty={{
        title: 'There are no billing rules yet',
        text: 'Create one to give managed accounts a discount, charge a fee, or leave out costs.',
      }}
      titleToDelete={mayEdit ? (row) => row.title : undefined}
    />
  );
}

const typeTitle = ({ type }: BillingRule) => typeTexts[ruleTypeOf(type) ?? 'custom'].title;

const columns: Column<BillingRule>[] = [
  {
    id: 'title',
    header: 'Title',
    sort: (row) => row.title,
    cell: (row) => (
      <Anchor component={Link} to={`/billing-rules/${row.token}`}>
        {row.title}
      </Anchor>
    ),
  },
  { id: 'type', header: 'Type', sort: typeTitle, cell: typeTitle },
  { id: 'effect', header: 'Effect', cell: (row) => <Effect rule={row} /> },
  { id: 'dates', header: 'Dates', cell: (row) => datesOf(row) },
  {
    id: 'all',
    header: 'Applies to',
    sort: (row) => (row.apply_to_all ? 0 : 1),
    cell: (row) => (row.apply_to_all ? 'All managed accounts' : 'Chosen accounts'),
  },
  {
    id: 'created',
    header: 'Created',
    sort: (row) => row.created_at,
    cell: (row) => <MomentText moment={row.created_at} />,
  },
];

function Effect({ rule }: { rule: BillingRule }) {
  const text = describeRule(rule);
  if (ruleTypeOf(rule.type) !== 'custom') return text;
  return (
    <Text component="code" ff="monospace" size="xs" lineClamp={2} title={rule.sql_query ?? ''}>
      {text}
    </Text>
  );
}

function datesOf({ start_date: start, end_date: end }: BillingRule): string {
  if (start === null && end === null) return 'Always';
  if (end === null) return `From ${formatDay(start!.slice(0, 10))}`;
  if (start === null) return `Through ${formatDay(end.slice(0, 10))}`;
  return `${formatDay(start.slice(0, 10))} – ${formatDay(end.slice(0, 10))}`;
}
