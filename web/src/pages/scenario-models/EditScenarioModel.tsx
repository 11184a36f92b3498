import { NumberInput, Select, TextInput } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { invalidate } from '../../api/queries.js';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import { api, type ListAnswer, useGet } from '../../api/untyped.js';
import {
  type Period,
  type ScenarioModel,
  scenarioModelsPath,
} from '../../features/scenario-models/scenario-model.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { FormPage } from '../../parts/FormPage.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { toast } from '../../parts/toasts.js';
import { useForm } from '../../parts/use-form.js';
import { Periods } from './Periods.js';

interface Values extends Record<string, unknown> {
  title: string;
  priority: number | null;
  provider: string;
  service: string;
  periods: Period[];
}

export function NewScenarioModel() {
  const workspace = useWorkspace();
  const start: Values = { title: '', priority: null, provider: '', service: '', periods: [] };
  const save = (values: Values) =>
    api.post(scenarioModelsPath, { ...values, workspace_token: workspace?.token });
  return <ScenarioModelForm title="New scenario model" start={start} save={save} />;
}

export function EditScenarioModel() {
  const { token }: { token?: string } = useParams({ strict: false });
  const path = `${scenarioModelsPath}/${token}`;
  const { data, error } = useGet<ScenarioModel>(path);
  if (error) return <ErrorNote error={error} />;
  if (!data || data.token !== token) return <PageSkeleton />;
  const { title, priority, provider, service } = data;
  const periods = data.periods.map((period) => ({
    ...period,
    amount: period.amount.replace(/\.0$/, ''),
  }));
  // A model of the whole account has no scope, and naming one would be refused.
  const save = ({ provider: named, service: of, ...values }: Values) =>
    api.put(path, data.workspace_token ? { ...values, provider: named, service: of } : values);
  return (
    <ScenarioModelForm
      key={token}
      title={title}
      isOfAccount={data.workspace_token === null}
      start={{ title, priority, provider: provider ?? '', service: service ?? '', periods }}
      save={save}
    />
  );
}

interface ScenarioModelFormProps {
  title: string;
  isOfAccount?: boolean;
  start: Values;
  save: (values: Values) => Promise<unknown>;
}

function ScenarioModelForm({ title, isOfAccount, start, save }: ScenarioModelFormProps) {
  const mayEdit = useHasRole('Editor');
  const form = useForm(start, async (values) => {
    await save(values);
    await invalidate(scenarioModelsPath, '/v2/cost_reports');
    toast(`Saved “${values.title}”.`);
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
        description="Lower ones are applied first; empty ones last."
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

/** Which costs change: all, those of a provider, or those of one of its services. */
function Scope({ values: { provider, service }, set, isReadOnly }: ScopeProps) {
  const workspace = useWorkspace();
  const query = { workspace_token: workspace?.token };
  const providers = useGet<ListAnswer>('/v2/cost_providers', query).data;
  const services = useGet<ListAnswer>(
    '/v2/cost_services',
    { ...query, provider },
    { enabled: provider !== '' },
  ).data;
  const known = (providers?.['cost_providers'] ?? []) as { key: string; name: string }[];
  const ofProvider = (services?.['cost_services'] ?? []) as { name: string; provider: string }[];
  const names = new Set(ofProvider.filter((each) => each.provider === provider).map((s) => s.name));
  if (service) names.add(service);
  return (
    <>
      <Select
        label="Provider"
        allowDeselect={false}
        readOnly={isReadOnly}
        data={[
          { value: '', label: 'All providers' },
          ...known.map(({ key, name }) => ({ value: key, label: name })),
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
          data={[{ value: '', label: 'All services' }, ...names]}
          value={service}
          onChange={(name) => set('service', name ?? '')}
        />
      )}
    </>
  );
}
