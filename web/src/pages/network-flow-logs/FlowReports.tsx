import { Code, MultiSelect } from '@mantine/core';
import { ChoiceField } from '../../features/saved-reports/ChoiceField.js';
import { EditReport, NewReport } from '../../features/saved-reports/EditReport.js';
import type { ReportKind } from '../../features/saved-reports/report-kind.js';
import { ReportList } from '../../features/saved-reports/ReportList.js';
import { directions, intervals } from './flow-query.js';
import { groupingLabel, groupings } from './groupings.js';

/** Stored questions to flow logs. */
const kind: ReportKind = {
  name: 'network flow report',
  path: '/v2/network_flow_reports',
  rows: 'network_flow_reports',
  page: '/network-flows/reports',
  text: 'A report is a filter of network flows with its dates and groupings. “Network flows” draws the one that is chosen there.',
  emptyText: 'Create one to see flows: for all of them, a report without a filter.',
  all: 'All flows',
  filterHelp: (
    <>
      VQL, such as <Code>{"network_flow_logs.traffic_category = 'public'"}</Code>. Leave it empty
      for all flows.
    </>
  ),
  intervals: intervals.map(({ value }) => value),
  initial: {
    title: '',
    filter: '',
    date_interval: 'last_7_days',
    start_date: '',
    end_date: '',
    flow_direction: '',
    flow_weight: 'costs',
    groupings: ['resource_uuid', 'traffic_category', 'peer_resource_uuid'],
  },
  groupingLabel,
  view: {
    header: 'Flows',
    to: '/network-flows',
    label: (title) => `View the flows of ${title}`,
  },
  refreshes: ['/v2/network_flow_logs'],
  optional: ['flow_direction'],
  fields: (form, isReadOnly) => (
    <>
      <MultiSelect
        label="Group by"
        description="In this order. The diagram shows the first source and the first peer."
        searchable
        disabled={isReadOnly}
        data={groupings.map((value) => ({ value, label: groupingLabel(value) }))}
        value={form.values.groupings}
        onChange={(value) => form.set('groupings', value)}
        error={form.errorOf('groupings')}
      />
      <ChoiceField
        form={form}
        field="flow_direction"
        label="Direction"
        description="Sent traffic is drawn unless a report says otherwise: both directions count traffic between your own resources twice."
        isReadOnly={isReadOnly}
        data={directions}
      />
      <ChoiceField
        form={form}
        field="flow_weight"
        label="Weighted by"
        isReadOnly={isReadOnly}
        data={[
          { value: 'costs', label: 'Cost' },
          { value: 'bytes', label: 'Bytes' },
        ]}
      />
    </>
  ),
};

export const FlowReports = () => <ReportList kind={kind} />;
export const NewFlowReport = () => <NewReport kind={kind} />;
export const EditFlowReport = () => <EditReport kind={kind} />;
