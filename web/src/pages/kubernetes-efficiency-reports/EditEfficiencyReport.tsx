import { Group, Select, TagsInput, TextInput } from '@mantine/core';
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
import { reportsPath } from './EfficiencyReports.js';
import { groupings, groupingsOf } from './groupings.js';

type Report = Schemas['KubernetesEfficiencyReport'];
type Body = Schemas['updateKubernetesEfficiencyReport'];

/** Ranges of the future make no sense for usage. */
const intervals = [
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
];

const empty = {
  title: '',
  filter: '',
  date_interval: 'this_month',
  start_date: '',
  end_date: '',
  date_bucket: 'day',
  aggregated_by: 'idle_cost',
  groupings: ['cluster_id'],
};
type Values = typeof empty;

export function NewEfficiencyReport() {
  const workspace = useWorkspace();
  const save = (values: Values) =>
    api
      .post(reportsPath, {
        body: { ...bodyOf(values), title: values.title, workspace_token: workspace?.token ?? '' },
      })
      .then(created);
  return <ReportForm title="New Kubernetes efficiency report" initial={empty} save={save} />;
}

export function EditEfficiencyReport() {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  const path = { kubernetes_efficiency_report_token: token };
  const { data, error } = useGet(
    '/v2/kubernetes_efficiency_reports/{kubernetes_efficiency_report_token}',
    { path },
  );
  if (error) return <PageError error={error} />;
  if (!data || data.token !== token) return <PageSkeleton />;
  return (
    <ReportForm
      key={token}
      title={data.title}
      back={`/kubernetes/reports/${token}`}
      initial={valuesOf(data)}
      save={(values) =>
        api.put('/v2/kubernetes_efficiency_reports/{kubernetes_efficiency_report_token}', {
          path,
          body: bodyOf(values),
        })
      }
    />
  );
}

const valuesOf = (report: Report): Values => ({
  title: report.title,
  filter: report.filter ?? '',
  date_interval: report.date_interval ?? empty.date_interval,
  start_date: report.start_date ?? '',
  end_date: report.end_date ?? '',
  date_bucket: report.date_bucket,
  aggregated_by: report.aggregated_by,
  groupings: groupingsOf(report),
});

function bodyOf({ start_date, end_date, ...rest }: Values): Body {
  const dates = rest.date_interval === 'custom' && { start_date, end_date };
  return { ...(rest as Body), ...dates };
}

interface ReportFormProps {
  title: string;
  initial: Values;
  save: (values: Values) => Promise<unknown>;
  back?: string;
}

function ReportForm({ title, initial, save, back }: ReportFormProps) {
  const mayEdit = useHasRole('Editor');
  const form = useForm(initial, async (values) => {
    const saved = await save(values);
    await invalidate(reportsPath);
    toast(`Saved “${values.title}”.`);
    return saved;
  });
  const choices = (
    label: string,
    field: 'date_bucket' | 'aggregated_by',
    data: { value: string; label: string }[],
  ) => (
    <Select
      label={label}
      w={200}
      allowDeselect={false}
      disabled={!mayEdit}
      data={data}
      value={form.values[field]}
      onChange={(value) => value && form.set(field, value)}
      error={form.errorOf(field)}
    />
  );
  // A range that menus do not offer stays as it is.
  const offered = [...new Set([...intervals, initial.date_interval, 'custom'])];
  return (
    <FormPage
      title={title}
      back={
        back
          ? { label: 'Report', to: back }
          : { label: 'Kubernetes efficiency reports', to: '/kubernetes/reports' }
      }
      form={form}
      isReadOnly={!mayEdit}
    >
      <TextInput label="Title" required readOnly={!mayEdit} {...form.text('title')} />
      <FilterField
        description="VQL over kubernetes, such as kubernetes.namespace = 'web'. Leave it empty for all clusters."
        value={form.values.filter}
        onChange={(text) => form.set('filter', text)}
        error={form.errorOf('filter')}
        isReadOnly={!mayEdit}
      />
      <ReportDateFields
        dates={form.values}
        intervals={offered}
        onChange={form.set}
        errorOf={form.errorOf}
        isReadOnly={!mayEdit}
      />
      <TagsInput
        label="Group by"
        description={`${groupings.join(', ')}, or label:<name> for the values of one label.`}
        disabled={!mayEdit}
        data={groupings}
        value={form.values.groupings}
        onChange={(value) => form.set('groupings', value)}
        error={form.errorOf('groupings')}
      />
      <Group gap="sm" align="flex-start">
        {choices('Granularity', 'date_bucket', [
          { value: 'day', label: 'Day' },
          { value: 'week', label: 'Week' },
          { value: 'month', label: 'Month' },
          { value: 'quarter', label: 'Quarter' },
        ])}
        {choices('Sorted by', 'aggregated_by', [
          { value: 'idle_cost', label: 'Idle cost' },
          { value: 'amount', label: 'Cost' },
          { value: 'cost_efficiency', label: 'Efficiency' },
        ])}
      </Group>
    </FormPage>
  );
}
