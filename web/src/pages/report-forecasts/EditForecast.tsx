import { MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { api } from '../../api/client.js';
import { useHasRole } from '../../api/current-user.js';
import { invalidate, useGet } from '../../api/queries.js';
import { costReportsPath } from '../../features/cost-reports/cost-report.js';
import { useReports } from '../../features/cost-reports/use-reports.js';
import { scenarioModelsPath } from '../../features/scenario-models/scenario-model.js';
import { FormPage } from '../../parts/FormPage.js';
import { ObjectPage } from '../../parts/ObjectPage.js';
import { toast } from '../../parts/toasts.js';
import { created, useForm } from '../../parts/use-form.js';
import { forecastPath, forecastsPath } from './forecast.js';

const empty = {
  title: '',
  cost_report_token: '',
  scenario_model_tokens: [] as string[],
  business_metric_token: '',
  set_as_default: false,
};
type Values = typeof empty;

export function NewForecast() {
  const { report = '' }: { report?: string } = useSearch({ strict: false });
  return (
    <ForecastForm
      title="New forecast"
      isNew
      initial={{ ...empty, cost_report_token: report }}
      save={(body) => api.post(forecastsPath, { body }).then(created)}
    />
  );
}

export const EditForecast = () => (
  <ObjectPage path={forecastPath}>
    {(forecast) => (
      <ForecastForm
        title={forecast.title}
        initial={{
          title: forecast.title,
          cost_report_token: forecast.cost_report_token,
          scenario_model_tokens: forecast.scenario_model_tokens,
          business_metric_token: forecast.business_metric_token ?? '',
          set_as_default: forecast.is_default,
        }}
        save={({ cost_report_token: _, ...body }) =>
          api.put(forecastPath, { path: { report_forecast_token: forecast.token }, body })
        }
      />
    )}
  </ObjectPage>
);

interface ForecastFormProps {
  title: string;
  isNew?: boolean;
  initial: Values;
  save: (values: Values) => Promise<unknown>;
}

const optionsOf = (rows: readonly { token: string; title: string }[] = []) =>
  rows.map(({ token, title }) => ({ value: token, label: title }));

function ForecastForm({ title, isNew = false, initial, save }: ForecastFormProps) {
  const mayEdit = useHasRole('Editor');
  const { options: reports } = useReports();
  const models = useGet(scenarioModelsPath).data;
  const metrics = useGet('/v2/business_metrics').data;
  const form = useForm(initial, async (values) => {
    const saved = await save(values);
    await invalidate(forecastsPath, costReportsPath);
    toast(`Saved “${values.title}”.`);
    return saved;
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
        data={reports}
        value={values.cost_report_token || null}
        onChange={(report) => set('cost_report_token', report ?? '')}
        error={form.errorOf('cost_report_token')}
      />
      <MultiSelect
        label="Scenario models"
        description="Applied to the baseline in order of priority."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        searchable
        readOnly={!mayEdit}
        data={optionsOf(models?.scenario_models)}
        value={values.scenario_model_tokens}
        onChange={(tokens) => set('scenario_model_tokens', tokens)}
        error={form.errorOf('scenario_model_tokens')}
      />
      <Select
        label="Business metric"
        description="On days with forecasted values, the forecast is the value times the unit cost."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        allowDeselect={false}
        readOnly={!mayEdit}
        data={[{ value: '', label: 'None' }, ...optionsOf(metrics?.business_metrics)]}
        value={values.business_metric_token}
        onChange={(metric) => set('business_metric_token', metric ?? '')}
        error={form.errorOf('business_metric_token')}
      />
      <Switch
        label="Show on the report instead of the baseline"
        disabled={!mayEdit}
        checked={values.set_as_default}
        onChange={(event) => set('set_as_default', event.currentTarget.checked)}
      />
    </FormPage>
  );
}
