import { MultiSelect, Select, TextInput } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { api } from '../../api/client.js';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import { invalidate, useGet } from '../../api/queries.js';
import type { Schemas } from '../../api/types.js';
import { FilterField } from '../../features/report-fields/FilterField.js';
import { ReportDateFields } from '../../features/report-fields/ReportDateFields.js';
import { FormPage } from '../../parts/FormPage.js';
import { PageError } from '../../parts/PageError.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { toast } from '../../parts/toasts.js';
import { created, useForm } from '../../parts/use-form.js';
import { directions, intervals } from './flow-query.js';
import { flowReportsPath } from './FlowReports.js';
import { groupingLabel, groupings, groupingsOf, isGrouping } from './groupings.js';

type Body = Schemas['updateNetworkFlowReport'];

const empty = {
  title: '',
  filter: '',
  date_interval: 'last_7_days',
  start_date: '',
  end_date: '',
  flow_direction: '',
  flow_weight: 'costs',
  groupings: ['resource_uuid', 'traffic_category', 'peer_resource_uuid'],
};
type Values = typeof empty;

export function NewFlowReport() {
  const workspace = useWorkspace();
  const save = (values: Values) =>
    api
      .post(flowReportsPath, {
        body: { ...bodyOf(values), title: values.title, workspace_token: workspace?.token ?? '' },
      })
      .then(created);
  return <FlowReportForm title="New network flow report" initial={empty} save={save} />;
}

export function EditFlowReport() {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  const path = { network_flow_report_token: token };
  const { data, error } = useGet('/v2/network_flow_reports/{network_flow_report_token}', { path });
  if (error) return <PageError error={error} />;
  if (!data || data.token !== token) return <PageSkeleton />;
  return (
    <FlowReportForm
      key={token}
      title={data.title}
      initial={valuesOf(data)}
      save={(values) =>
        api.put('/v2/network_flow_reports/{network_flow_report_token}', {
          path,
          body: bodyOf(values),
        })
      }
    />
  );
}

const valuesOf = (report: Schemas['NetworkFlowReport']): Values => ({
  title: report.title,
  filter: report.filter ?? '',
  date_interval: report.date_interval ?? empty.date_interval,
  start_date: report.start_date ?? '',
  end_date: report.end_date ?? '',
  flow_direction: report.flow_direction ?? '',
  flow_weight: report.flow_weight,
  groupings: groupingsOf(report),
});

function bodyOf(values: Values): Body {
  const { start_date, end_date, flow_direction: direction, groupings: chosen, ...rest } = values;
  return {
    ...(rest as Pick<Body, 'title' | 'filter' | 'date_interval' | 'flow_weight'>),
    groupings: chosen.filter(isGrouping),
    ...(rest.date_interval === 'custom' && { start_date, end_date }),
    ...(direction && { flow_direction: direction as 'all' }),
  };
}

interface FlowReportFormProps {
  title: string;
  initial: Values;
  save: (values: Values) => Promise<unknown>;
}

function FlowReportForm({ title, initial, save }: FlowReportFormProps) {
  const mayEdit = useHasRole('Editor');
  const form = useForm(initial, async (values) => {
    const saved = await save(values);
    await invalidate(flowReportsPath);
    await invalidate('/v2/network_flow_logs');
    toast(`Saved “${values.title}”.`);
    return saved;
  });
  return (
    <FormPage
      title={title}
      back={{ label: 'Network flow reports', to: '/network-flows/reports' }}
      form={form}
      isReadOnly={!mayEdit}
    >
      <TextInput label="Title" required readOnly={!mayEdit} {...form.text('title')} />
      <FilterField
        description="VQL over network_flow_logs, such as network_flow_logs.traffic_category = 'public'. Leave it empty for all flows."
        value={form.values.filter}
        onChange={(text) => form.set('filter', text)}
        error={form.errorOf('filter')}
        isReadOnly={!mayEdit}
      />
      <ReportDateFields
        dates={form.values}
        intervals={[...intervals.map(({ value }) => value), 'custom']}
        onChange={form.set}
        errorOf={form.errorOf}
        isReadOnly={!mayEdit}
      />
      <MultiSelect
        label="Group by"
        description="In this order. The diagram shows the first source and the first peer."
        searchable
        disabled={!mayEdit}
        data={groupings.map((value) => ({ value, label: groupingLabel(value) }))}
        value={form.values.groupings}
        onChange={(value) => form.set('groupings', value)}
        error={form.errorOf('groupings')}
      />
      <Select
        label="Direction"
        description="Sent traffic is drawn unless a report says otherwise: both directions count traffic between your own resources twice."
        w={320}
        maw="100%"
        disabled={!mayEdit}
        allowDeselect={false}
        placeholder="Not set"
        data={directions}
        value={form.values.flow_direction || null}
        onChange={(value) => form.set('flow_direction', value ?? '')}
      />
      <Select
        label="Weighted by"
        w={320}
        maw="100%"
        disabled={!mayEdit}
        allowDeselect={false}
        data={[
          { value: 'costs', label: 'Cost' },
          { value: 'bytes', label: 'Bytes' },
        ]}
        value={form.values.flow_weight}
        onChange={(value) => form.set('flow_weight', value ?? 'costs')}
      />
    </FormPage>
  );
}
