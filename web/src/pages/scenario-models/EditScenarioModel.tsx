import { NumberInput, Select, TextInput } from '@mantine/core';
import { api } from '../../api/client.js';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import { invalidate, useGet } from '../../api/queries.js';
import { costReportsPath } from '../../features/cost-reports/cost-report.js';
import { useProviders } from '../../features/costs/use-costs.js';
import {
  type Period,
  type ScenarioModel,
  scenarioModelPath,
  scenarioModelsPath,
} from '../../features/scenario-models/scenario-model.js';
import { FormPage } from '../../parts/FormPage.js';
import { ObjectPage } from '../../parts/ObjectPage.js';
import { toast } from '../../parts/toasts.js';
import { created, useForm } from '../../parts/use-form.js';
import { Effect } from './Effect.js';
import { Periods } from './Periods.js';

const empty = {
  title: '',
  priority: null as number | null,
  provider: '',
  service: '',
  periods: [] as Period[],
};
type Values = typeof empty;

export function NewScenarioModel() {
  const workspace = useWorkspace();
  const save = (values: Values) =>
    api
      .post(scenarioModelsPath, { body: { ...values, workspace_token: workspace?.token } })
      .then(created);
  return <ScenarioModelForm title="New scenario model" initial={empty} save={save} />;
}

export const EditScenarioModel = () => (
  <ObjectPage path={scenarioModelPath}>
    {(model) => (
      <>
        <ScenarioModelForm
          title={model.title}
          isOfAccount={isOfAccount(model)}
          initial={valuesOf(model)}
          save={({ provider, service, ...values }) =>
            api.put(scenarioModelPath, {
              path: { scenario_model_token: model.token },
              // A model of the whole account has no scope, and the API rejects one.
              body: { ...values, ...(!isOfAccount(model) && { provider, service }) },
            })
          }
        />
        <Effect model={model.token} />
      </>
    )}
  </ObjectPage>
);

const isOfAccount = (model: ScenarioModel) => model.workspace_token === null;

const valuesOf = ({ title, priority, provider, service, periods }: ScenarioModel): Values => ({
  title,
  priority,
  provider: provider ?? '',
  service: service ?? '',
  periods: periods.map((period) => ({ ...period, amount: period.amount.replace(/\.0$/, '') })),
});

interface ScenarioModelFormProps {
  title: string;
  isOfAccount?: boolean;
  initial: Values;
  save: (values: Values) => Promise<unknown>;
}

function ScenarioModelForm({ title, isOfAccount, initial, save }: ScenarioModelFormProps) {
  const mayEdit = useHasRole('Editor');
  const form = useForm(initial, async (values) => {
    const saved = await save(values);
    await invalidate(scenarioModelsPath, costReportsPath);
    toast(`Saved “${values.title}”.`);
    return saved;
  });
  const { values, set } = form;
  return (
    <FormPage
      title={title}
      back={{ label: 'Scenario models', to: '/scenario-models' }}
      form={form}
      isReadOnly={!mayEdit}
    >
      <TextInput label="Title" required readOnly={!mayEdit} {...form.text('title')} />
      {!isOfAccount && <Scope values={values} set={set} isReadOnly={!mayEdit} />}
      <Periods
        periods={values.periods}
        isReadOnly={!mayEdit}
        onChange={(periods) => set('periods', periods)}
      />
      <NumberInput
        label="Priority"
        description="Models with a lower number are applied first, models without one last."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        allowDecimal={false}
        maw={280}
        readOnly={!mayEdit}
        value={values.priority ?? ''}
        onChange={(priority) => set('priority', priority === '' ? null : Number(priority))}
        error={form.errorOf('priority')}
      />
    </FormPage>
  );
}

interface ScopeProps {
  values: Values;
  set: (name: 'provider' | 'service', value: string) => void;
  isReadOnly: boolean;
}

/** The costs that the model changes: all, those of a provider, or those of one of its services. */
function Scope({ values: { provider, service }, set, isReadOnly }: ScopeProps) {
  const workspace = useWorkspace();
  const providers = useProviders() ?? [];
  const { data } = useGet(
    '/v2/cost_services',
    { query: { workspace_token: workspace?.token } },
    { enabled: provider !== '' },
  );
  const ofProvider = (data?.cost_services ?? []).filter((each) => each.provider === provider);
  const services = new Set(ofProvider.map(({ name }) => name));
  if (service) services.add(service);
  return (
    <>
      <Select
        label="Provider"
        allowDeselect={false}
        readOnly={isReadOnly}
        data={[
          { value: '', label: 'All providers' },
          ...providers.map(({ key, name }) => ({ value: key, label: name })),
        ]}
        value={provider}
        onChange={(key) => {
          set('provider', key ?? '');
          set('service', '');
        }}
      />
      {provider !== '' && (
        <Select
          label="Service"
          searchable
          allowDeselect={false}
          readOnly={isReadOnly}
          data={[{ value: '', label: 'All services' }, ...services]}
          value={service}
          onChange={(name) => set('service', name ?? '')}
        />
      )}
    </>
  );
}
