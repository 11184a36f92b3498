import { Code } from '@mantine/core';
import { ChoiceField } from '../../features/saved-reports/ChoiceField.js';
import { EditReport, NewReport } from '../../features/saved-reports/EditReport.js';
import type { ReportKind } from '../../features/saved-reports/report-kind.js';
import { ReportList } from '../../features/saved-reports/ReportList.js';
import { reportsPath } from './figures.js';
import { GroupByField } from '../../features/report-fields/GroupByField.js';
import { groupingLabel, groupingLabels } from './groupings.js';

/** Stored questions about coverage and utilization. */
const kind: ReportKind = {
  name: 'commitment report',
  path: reportsPath,
  rows: 'financial_commitment_reports',
  page: '/commitments/reports',
  text: 'A report is a filter of costs with its dates and groupings. “Commitments” shows the coverage, utilization and savings of the one that is chosen there.',
  emptyText:
    'Create one to see coverage and utilization: for all costs of AWS, a report without a filter.',
  all: 'All costs of AWS',
  filterHelp: (
    <>
      VQL, such as <Code>{"financial_commitments.service = 'AmazonEC2'"}</Code>. Leave it empty for
      all costs of AWS.
    </>
  ),
  // Ranges of the future make no sense for commitments that are paid.
  intervals: [
    'this_month',
    'last_month',
    'last_7_days',
    'last_14_days',
    'last_30_days',
    'last_3_months',
    'last_6_months',
    'last_12_months',
    'last_24_months',
    'last_36_months',
    'year_to_date',
  ],
  initial: {
    title: '',
    filter: '',
    date_interval: 'last_3_months',
    start_date: '',
    end_date: '',
    date_bucket: 'month',
    on_demand_costs_scope: 'discountable',
    groupings: ['cost_type'],
  },
  groupingLabel,
  view: {
    header: 'Figures',
    to: '/commitments',
    label: (title) => `View the figures of ${title}`,
  },
  fields: (form, isReadOnly) => (
    <>
      <ChoiceField
        form={form}
        field="date_bucket"
        label="Granularity"
        description="More than 14 days, and bills without hours, are shown by day instead of hour."
        width={380}
        isReadOnly={isReadOnly}
        data={['Hour', 'Day', 'Week', 'Month', 'Quarter'].map((label) => ({
          value: label.toLowerCase(),
          label,
        }))}
      />
      <GroupByField
        labels={groupingLabels}
        typed="tag:<key> for the values of one tag"
        isReadOnly={isReadOnly}
        value={form.values.groupings}
        onChange={(value) => form.set('groupings', value)}
        error={form.errorOf('groupings')}
      />
      <ChoiceField
        form={form}
        field="on_demand_costs_scope"
        label="On-demand costs"
        description="Coverage is the covered part of covered and on-demand costs."
        width={380}
        isReadOnly={isReadOnly}
        data={[
          { value: 'discountable', label: 'Services that commitments can cover' },
          { value: 'all', label: 'All services' },
        ]}
      />
    </>
  ),
};

export const CommitmentReports = () => <ReportList kind={kind} />;
export const NewCommitmentReport = () => <NewReport kind={kind} />;
export const EditCommitmentReport = () => <EditReport kind={kind} />;
