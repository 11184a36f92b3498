import { Button, NumberInput, Select, Switch, TextInput, Textarea } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { api } from '../../api/client.js';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import { invalidate, useGet } from '../../api/queries.js';
import { reportPage } from '../../features/cost-reports/cost-report.js';
import { defaultChargeSettings } from '../../features/costs/settings.js';
import { FormPage } from '../../parts/FormPage.js';
import { ObjectPage } from '../../parts/ObjectPage.js';
import { toast } from '../../parts/toasts.js';
import { created, useForm } from '../../parts/use-form.js';
import { VqlEditor } from '../../parts/vql/VqlEditor.js';
import { type Segment, branchOf, segmentPath, segmentsPath, treeOf } from './segment.js';
import { SettingsFields } from './SettingsFields.js';

const empty = {
  title: '',
  description: '',
  parent_segment_token: '',
  priority: 100,
  filter: '',
  track_unallocated: false,
  report_settings: defaultChargeSettings,
};
type Values = typeof empty;

/** Only top-level segments have report settings; the API rejects them on others. */
function bodyOf({ report_settings, ...values }: Values) {
  return values.parent_segment_token === '' ? { ...values, report_settings } : values;
}

export function NewSegment() {
  const workspace = useWorkspace();
  const { parent = '' }: { parent?: string } = useSearch({ strict: false });
  const save = (values: Values) =>
    api
      .post(segmentsPath, { body: { ...bodyOf(values), workspace_token: workspace?.token } })
      .then(created);
  const initial = { ...empty, parent_segment_token: parent };
  return <SegmentForm title="New segment" initial={initial} save={save} />;
}

export const EditSegment = () => (
  <ObjectPage path={segmentPath}>
    {(segment) => (
      <SegmentForm
        title={segment.title}
        segment={segment}
        initial={valuesOf(segment)}
        save={(values) =>
          api.put(segmentPath, { path: { segment_token: segment.token }, body: bodyOf(values) })
        }
      />
    )}
  </ObjectPage>
);

const valuesOf = (segment: Segment): Values => ({
  title: segment.title,
  description: segment.description,
  parent_segment_token: segment.parent_segment_token ?? '',
  priority: segment.priority,
  filter: segment.filter ?? '',
  track_unallocated: segment.track_unallocated,
  report_settings: { ...defaultChargeSettings, ...segment.report_settings },
});

interface SegmentFormProps {
  title: string;
  segment?: Segment;
  initial: Values;
  save: (values: Values) => Promise<unknown>;
}

function SegmentForm({ title, segment, initial, save }: SegmentFormProps) {
  const mayEdit = useHasRole('Editor');
  const form = useForm(initial, async (values) => {
    const saved = await save(values);
    await invalidate(segmentsPath, '/v2/costs');
    toast(`Saved “${values.title}”.`);
    return saved;
  });
  const { values, set } = form;
  const isTopLevel = values.parent_segment_token === '';
  return (
    <FormPage
      title={title}
      back={{ label: 'Segments', to: '/segments' }}
      form={form}
      isReadOnly={!mayEdit}
      actions={segment && <SegmentLinks segment={segment} mayEdit={mayEdit} />}
    >
      <TextInput label="Title" required readOnly={!mayEdit} {...form.text('title')} />
      <Textarea label="Description" autosize readOnly={!mayEdit} {...form.text('description')} />
      <ParentSelect
        segment={segment}
        value={values.parent_segment_token}
        onChange={(parent) => set('parent_segment_token', parent)}
        error={form.errorOf('parent_segment_token')}
      />
      <NumberInput
        label="Priority"
        description="If several segments match a cost, the lowest number wins; ties go to the deepest segment."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        min={0}
        allowDecimal={false}
        maw={200}
        readOnly={!mayEdit}
        value={values.priority}
        onChange={(priority) => set('priority', Number(priority))}
        error={form.errorOf('priority')}
      />
      <VqlEditor
        description="VQL. Without a filter, the segment contains only the costs of its child segments."
        value={values.filter}
        onChange={(text) => set('filter', text)}
        error={form.errorOf('filter')}
        isReadOnly={!mayEdit}
        onSubmit={() => void form.submit()}
      />
      {isTopLevel && (
        <>
          <Switch
            label="Track unallocated costs"
            description="Costs that no segment matches appear as Unallocated in the report of this segment."
            disabled={!mayEdit}
            checked={values.track_unallocated}
            onChange={(event) => set('track_unallocated', event.currentTarget.checked)}
          />
          <SettingsFields
            settings={values.report_settings}
            isReadOnly={!mayEdit}
            onChange={(settings) => set('report_settings', settings)}
          />
        </>
      )}
    </FormPage>
  );
}

function SegmentLinks({ segment, mayEdit }: { segment: Segment; mayEdit: boolean }) {
  return (
    <>
      {mayEdit && (
        <Button variant="default" component={Link} to={`/segments/new?parent=${segment.token}`}>
          Add child segment
        </Button>
      )}
      {segment.report_token && (
        <Button variant="default" component={Link} to={reportPage(segment.report_token)}>
          View report
        </Button>
      )}
    </>
  );
}

interface ParentSelectProps {
  segment: Segment | undefined;
  value: string;
  onChange: (token: string) => void;
  error: string | undefined;
}

function ParentSelect({ segment, value, onChange, error }: ParentSelectProps) {
  const workspace = useWorkspace();
  const { data } = useGet(segmentsPath, { query: { workspace_token: workspace?.token } });
  const segments = data?.segments ?? [];
  const branch = segment ? branchOf(segments, segment.token) : new Set<string>();
  const options = treeOf(segments)
    .filter((row) => !branch.has(row.segment.token))
    .map((row) => ({
      value: row.segment.token,
      label: `${'– '.repeat(row.depth)}${row.segment.title}`,
    }));
  return (
    <Select
      label="Parent segment"
      description="The segment that this one is part of."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      searchable
      allowDeselect={false}
      data={[{ value: '', label: 'None (top-level segment)' }, ...options]}
      value={value}
      onChange={(token) => onChange(token ?? '')}
      error={error}
    />
  );
}
