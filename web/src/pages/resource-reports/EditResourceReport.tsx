import { Code, MultiSelect, Text, TextInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import { api } from '../../api/client.js';
import { invalidate, useGet } from '../../api/queries.js';
import { describeKey, resourcesPath } from '../../features/resources/resource.js';
import { FormPage } from '../../parts/FormPage.js';
import { ObjectPage } from '../../parts/ObjectPage.js';
import { toast } from '../../parts/toasts.js';
import { created, useForm } from '../../parts/use-form.js';
import { VqlEditor } from '../../parts/vql/VqlEditor.js';
import {
  resourceReportPage,
  resourceReportsPath,
  storedColumn,
  typeIn,
} from './resource-report.js';

interface Values extends Record<string, unknown> {
  title: string;
  filter: string;
  columns: string[];
}

export function NewResourceReport() {
  const workspace = useWorkspace();
  const { filter = '' }: { filter?: string } = useSearch({ strict: false });
  const save = (values: Values) =>
    api
      .post(resourceReportsPath, { body: { ...values, workspace_token: workspace?.token } })
      .then(created);
  return (
    <ResourceReportForm
      title="New resource report"
      back={{ label: 'Resource reports', to: '/resource-reports' }}
      initial={{ title: '', filter, columns: [] }}
      save={save}
    />
  );
}

export const EditResourceReport = () => (
  <ObjectPage path="/v2/resource_reports/{resource_report_token}">
    {(report) => (
      <ResourceReportForm
        title={`Edit ${report.title}`}
        back={{ label: report.title, to: resourceReportPage(report.token) }}
        initial={{ title: report.title, filter: report.filter ?? '', columns: report.columns }}
        save={(body) =>
          api.put('/v2/resource_reports/{resource_report_token}', {
            path: { resource_report_token: report.token },
            body,
          })
        }
      />
    )}
  </ObjectPage>
);

interface ResourceReportFormProps {
  title: string;
  back: { label: string; to: string };
  initial: Values;
  save: (values: Values) => Promise<unknown>;
}

function ResourceReportForm({ title, back, initial, save }: ResourceReportFormProps) {
  const mayEdit = useHasRole('Editor');
  const form = useForm(initial, async (values) => {
    // Without one type there are only the columns that all resources have.
    const columns = typeIn(values.filter) === undefined ? [] : values.columns;
    const saved = await save({ ...values, columns });
    await invalidate(resourceReportsPath, resourcesPath);
    toast(`Saved “${values.title}”.`);
    return saved;
  });
  return (
    <FormPage title={title} back={back} form={form} isReadOnly={!mayEdit}>
      <TextInput label="Title" required {...form.text('title')} />
      <VqlEditor
        subject="resources"
        description="A VQL expression. Leave it empty to list all resources."
        value={form.values.filter}
        onChange={(text) => form.set('filter', text)}
        error={form.errorOf('filter')}
        onSubmit={() => void form.submit()}
      />
      <ColumnsField
        type={typeIn(form.values.filter)}
        value={form.values.columns}
        error={form.errorOf('columns')}
        onChange={(columns) => form.set('columns', columns)}
      />
    </FormPage>
  );
}

interface ColumnsFieldProps {
  type: string | undefined;
  value: string[];
  error: string | undefined;
  onChange: (columns: string[]) => void;
}

/** Reports of one resource type choose among the columns of the type. */
function ColumnsField({ type, value, error, onChange }: ColumnsFieldProps) {
  const { data } = useGet(
    '/v2/resource_reports/columns',
    { query: { resource_type: type ?? '' } },
    { enabled: type !== undefined },
  );
  if (type === undefined) {
    return (
      <Text size="sm" c="dimmed">
        A filter with one type, such as <Code>resources.type = 'aws_instance'</Code>, makes the
        columns of this type available.
      </Text>
    );
  }
  const known = (data?.columns ?? []).map(storedColumn);
  const choices = [...new Set([...known, ...value])];
  return (
    <MultiSelect
      label="Columns"
      description="Shown in the order you choose them. Defaults to the columns all resources share."
      searchable
      clearable
      nothingFoundMessage="No matches"
      data={choices.map((name) => ({ value: name, label: labelOf(name) }))}
      value={value}
      error={error}
      onChange={onChange}
    />
  );
}

const names: Record<string, string> = {
  label: 'Name',
  resource: 'Identifier',
  accrued_costs: 'Cost in 30 days',
  recommendation_savings: 'Saving per month',
};
const labelOf = (column: string) => names[column] ?? describeKey(column.replace(/^tag:/, 'Tag: '));
