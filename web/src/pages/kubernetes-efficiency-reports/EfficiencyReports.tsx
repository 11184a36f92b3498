import { Code, Group } from '@mantine/core';
import { ChoiceField } from '../../features/saved-reports/ChoiceField.js';
import { EditReport, NewReport } from '../../features/saved-reports/EditReport.js';
import type { ReportKind } from '../../features/saved-reports/report-kind.js';
import { ReportList } from '../../features/saved-reports/ReportList.js';
import { GroupByField } from '../../features/report-fields/GroupByField.js';
import { groupingLabel, groupingLabels } from './groupings.js';

/** Stored questions about the efficiency of clusters. */
const kind: ReportKind = {
  name: 'Kubernetes efficiency report',
  path: '/v2/kubernetes_efficiency_reports',
  rows: 'kubernetes_efficiency_reports',
  page: '/kubernetes/reports',
  text: 'A report is a filter of what clusters cost, with its dates and groupings.',
  emptyText: 'Create one for what you look at often, such as the namespaces of a team.',
  all: 'All clusters',
  filterHelp: (
    <>
      VQL, such as <Code>{"kubernetes.namespace = 'web'"}</Code>. Leave it empty for all clusters.
    </>
  ),
  // Ranges of the future make no sense for usage.
  intervals: [
    'this_month',
    'last_month',
    'last_3_days',
    'last_7_days',
    'last_14_days',
    'last_30_days',
    'last_3_months',
    'last_6_months',
    'last_12_months',
    'year_to_date',
  ],
  initial: {
    title: '',
    filter: '',
    date_interval: 'this_month',
    start_date: '',
    end_date: '',
    date_bucket: 'day',
    aggregated_by: 'idle_cost',
    groupings: ['cluster_id'],
  },
  groupingLabel,
  backTo: (token) => ({ label: 'Report', to: `/kubernetes/reports/${token}` }),
  fields: (form, isReadOnly) => (
    <>
      <GroupByField
        labels={groupingLabels}
        typed="label:<name> for the values of one label"
        isReadOnly={isReadOnly}
        value={form.values.groupings}
        onChange={(value) => form.set('groupings', value)}
        error={form.errorOf('groupings')}
      />
      <Group gap="sm" align="flex-start">
        <ChoiceField
          form={form}
          field="date_bucket"
          label="Granularity"
          width={200}
          isReadOnly={isReadOnly}
          data={['Day', 'Week', 'Month', 'Quarter'].map((label) => ({
            value: label.toLowerCase(),
            label,
          }))}
        />
        <ChoiceField
          form={form}
          field="aggregated_by"
          label="Sorted by"
          width={200}
          isReadOnly={isReadOnly}
          data={[
            { value: 'idle_cost', label: 'Idle cost' },
            { value: 'amount', label: 'Cost' },
            { value: 'cost_efficiency', label: 'Efficiency' },
          ]}
        />
      </Group>
    </>
  ),
};

export const EfficiencyReports = () => <ReportList kind={kind} />;
export const NewEfficiencyReport = () => <NewReport kind={kind} />;
export const EditEfficiencyReport = () => <EditReport kind={kind} />;
