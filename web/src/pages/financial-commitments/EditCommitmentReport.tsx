import { Select, TagsInput, TextInput } from '@mantine/core';
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
import { reportsPath } from './figures.js';
import { groupings, groupingsOf } from './groupings.js';

type Body = Schemas['updateFinancialCommitmentReport'];

const reportPath = '/v2/financial_commitment_reports/{financial_commitment_report_token}';

/** Ranges of the future make no sense for commitments that are paid. */
const intervals = [
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
];

const buckets = [
  { value: 'hour', label: 'Hour' },
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
  { value: 'quarter', label: 'Quarter' },
];

const scopes = [
  { value: 'discountable', label: 'Services that commitments can cover' },
  { value: 'all', label: 'All services' },
];

const empty = {
  title: '',
  filter: '',
  date_interval: 'last_3_months',
  start_date: '',
  end_date: '',
  date_bucket: 'month',
  on_demand_costs_scope: 'discountable',
  groupings: ['cost_type'],
};
type Values = typeof empty;

export function NewCommitmentReport() {
  const workspace = useWorkspace();
  const save = (values: Values) =>
    api
      .post(reportsPath, {
        body: { ...bodyOf(values), title: values.title, workspace_token: workspace?.token ?? '' },
      })
      .then(created);
  return <CommitmentReportForm title="New commitment report" initial={empty} save={save} />;
}

export function EditCommitmentReport() {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  const path = { financial_commitment_report_token: token };
  const { data, error } = useGet(reportPath, { path });
  if (error) return <PageError error={error} />;
  if (!data || data.token !== token) return <PageSkeleton />;
  return (
    <CommitmentReportForm
      key={token}
      title={data.title}
      initial={valuesOf(data)}
      save={(values) => api.put(reportPath, { path, body: bodyOf(values) })}
    />
  );
}

const valuesOf = (report: Schemas['FinancialCommitmentReport']): Values => ({
  title: report.title,
  filter: report.filter ?? '',
  date_interval: report.date_interval ?? empty.date_interval,
  start_date: report.start_date ?? '',
  end_date: report.end_date ?? '',
  date_bucket: report.date_bucket,
  on_demand_costs_scope: report.on_demand_costs_scope,
  groupings: groupingsOf(report),
});

function bodyOf({ start_date, end_date, ...rest }: Values): Body {
  const dates = rest.date_interval === 'custom' && { start_date, end_date };
  return { ...(rest as Body), ...dates };
}

interface CommitmentReportFormProps {
  title: string;
  initial: Values;
  save: (values: Values) => Promise<unknown>;
}

function CommitmentReportForm({ title, initial, save }: CommitmentReportFormProps) {
  const mayEdit = useHasRole('Editor');
  const form = useForm(initial, async (values) => {
    const saved = await save(values);
    await invalidate(reportsPath);
    toast(`Saved “${values.title}”.`);
    return saved;
  });
  const choices = (
    label: string,
    field: 'date_bucket' | 'on_demand_costs_scope',
    data: typeof buckets,
    description: string,
  ) => (
    <Select
      label={label}
      description={description}
      w={380}
      maw="100%"
      allowDeselect={false}
      disabled={!mayEdit}
      data={data}
      value={form.values[field]}
      onChange={(value) => value && form.set(field, value)}
      error={form.errorOf(field)}
    />
  );
  return (
    <FormPage
      title={title}
      back={{ label: 'Commitment reports', to: '/commitments/reports' }}
      form={form}
      isReadOnly={!mayEdit}
    >
      <TextInput label="Title" required readOnly={!mayEdit} {...form.text('title')} />
      <FilterField
        description="VQL over financial_commitments, such as financial_commitments.provider = 'aws' AND financial_commitments.service = 'AmazonEC2'. Leave it empty for all costs of AWS."
        value={form.values.filter}
        onChange={(text) => form.set('filter', text)}
        error={form.errorOf('filter')}
        isReadOnly={!mayEdit}
      />
      <ReportDateFields
        dates={form.values}
        // A range that menus do not offer stays as it is.
        intervals={[...new Set([...intervals, initial.date_interval, 'custom'])]}
        onChange={form.set}
        errorOf={form.errorOf}
        isReadOnly={!mayEdit}
      />
      {choices(
        'Granularity',
        'date_bucket',
        buckets,
        'More than 14 days, and bills without hours, are shown by day instead of hour.',
      )}
      <TagsInput
        label="Group by"
        description={`${groupings.join(', ')}, or tag:<key> for the values of one tag.`}
        disabled={!mayEdit}
        data={groupings}
        value={form.values.groupings}
        onChange={(value) => form.set('groupings', value)}
        error={form.errorOf('groupings')}
      />
      {choices(
        'On-demand costs',
        'on_demand_costs_scope',
        scopes,
        'Coverage is the covered part of covered and on-demand costs.',
      )}
    </FormPage>
  );
}
