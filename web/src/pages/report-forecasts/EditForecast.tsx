import { MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import { useParams, useSearch } from '@tanstack/react-router';
import { invalidate } from '../../api/queries.js';
import { useHasRole } from '../../api/current-user.js';
import { api, type ListAnswer, useGet } from '../../api/untyped.js';
import { useReports } from '../../features/cost-reports/use-reports.js';
import { scenarioModelsPath } from '../../features/scenario-models/scenario-model.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { FormPage } from '../../parts/FormPage.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { toast } from '../../parts/toasts.js';
import { useForm } from '../../parts/use-form.js';
import { type ReportForecast, forecastsPath } from './forecast.js';

interface Values extends Record<string, unknown> {
  title: string;
  cost_report_token: string;
  scenario_model_tokens: string[];
  business_metric_token: string;
  set_as_default: boolean;
}

export function NewForecast() {
  const { report = '' }: { report?: string } = useSearch({ strict: false });
  const start: Values = {
    title: '',
    cost_report_token: report,
    scenario_model_tokens: [],
    business_metric_token: '',
    set_as_default: false,
  };
  return (
    <ForecastForm
      title="New forecast"
      isNew
      start={start}
      save={(values) => api.post(forecastsPath, values)}
    />
  );
}

export function EditForecast() {
  const { token }: { token?: string } = useParams({ strict: false });
  const path = `${forecastsPath}/${token}`;
  const { data, error } = useGet<ReportForecast>(path);
  if (error) return <ErrorNote error={error} />;
  if (!data || data.token !== token) return <PageSkeleton />;
  const start: Values = {
    title: data.title,
    cost_report_token: data.cost_report_token,
    scenario_model_tokens: data.scenario_model_tokens,
    business_metric_token: data.business_metric_token ?? '',
    set_as_default: data.is_default,
  };
  return (
    <ForecastForm
      key={token}
      title={data.title}
      start={start}
      save={({ cost_report_token: _, ...values }) => api.put(path, values)}
    />
  );
}

interface ForecastFormProps {
  title: string;
  isNew?: boolean;
  start: Values;
  save: (values: Values) => Promise<unknown>;
}

const named = (rows: unknown) =>
  ((rows ?? []) as { token: string; title: string }[]).map(({ token, title }) => ({
    value: token,
    label: title,
  }));

function ForecastForm({ title, isNew = false, start, save }: ForecastFormProps) {
  const mayEdit = useHasRole('Editor');
  const { options } = useReports();
  const models = useGet<ListAnswer>(scenarioModelsPath).data;
  const metrics = useGet<ListAnswer>('/v2/business_metrics').data;
  const form = useForm(start, async (values) => {
    await save(values);
    await invalidate(forecastsPath, '/v2/cost_reports');
    toast(`Saved “${values.title}”.`);
  });
  const { values, set } = form;
  return (
    <FormPage
      title={title}
      back={{ label: 'Forecasts', to: `/forecasts?report=${values.cost_report_token}` }}
      form={form}
      isReadOnly={!mayEdit}
    >
      <TextInput label="Title" required readOnly={!mayEdit} {...form.text('title')} />
      <Select
        label="Cost report"
        searchable
        allowDeselect={false}
        disabled={!isNew}
        data={options}
        value={values.cost_report_token || null}
        onChange={(report) => set('cost_report_token', report ?? '')}
        error={form.errorOf('cost_report_token')}
      />
      <MultiSelect
        label="Scenario models"
        description="Applied to the baseline in the order of their priority."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        searchable
        readOnly={!mayEdit}
        data={named(models?.['scenario_models'])}
        value={values.scenario_model_tokens}
        onChange={(tokens) => set('scenario_model_tokens', tokens)}
        error={form.errorOf('scenario_model_tokens')}
      />
      <Select
        label="Business metric"
        description="Its forecasted values drive the costs of their days."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        allowDeselect={false}
        readOnly={!mayEdit}
        data={[{ value: '', label: 'None' }, ...named(metrics?.['business_metrics'])]}
        value={values.business_metric_token}
        onChange={(metric) => set('business_metric_token', metric ?? '')}
        error={form.errorOf('business_metric_token')}
      />
      <Switch
        label="Show it on the report in place of the baseline"
        disabled={!mayEdit}
        checked={values.set_as_default}
        onChange={(event) => set('set_as_default', event.currentTarget.checked)}
      />
    </FormPage>
  );
}
