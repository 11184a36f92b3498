import { Button, NumberInput, Select, Switch, TextInput, Textarea } from '@mantine/core';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { invalidate } from '../../api/queries.js';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import { api, type ListAnswer, useGet } from '../../api/untyped.js';
import { reportPage } from '../../features/cost-reports/cost-report.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { FormPage } from '../../parts/FormPage.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { toast } from '../../parts/toasts.js';
import { useForm } from '../../parts/use-form.js';
import { VqlEditor } from '../../parts/vql/VqlEditor.js';
import { type ReportSettings, type Segment, branchOf, segmentsPath, treeOf } from './segment.js';
import { SettingsFields, usualSettings } from './SettingsFields.js';

interface Values extends Record<string, unknown> {
  title: string;
  description: string;
  parent_segment_token: string;
  priority: number;
  filter: string;
  track_unallocated: boolean;
  report_settings: ReportSettings;
}

/** Settings belong to the top of a tree; below it they are refused. */
function bodyOf({ report_settings, ...values }: Values) {
  return values.parent_segment_token === '' ? { ...values, report_settings } : values;
}

export function NewSegment() {
  const workspace = useWorkspace();
  const { parent = '' }: { parent?: string } = useSearch({ strict: false });
  const start: Values = {
    title: '',
    description: '',
    parent_segment_token: parent,
    priority: 100,
    filter: '',
    track_unallocated: false,
    report_settings: usualSettings,
  };
  const save = (values: Values) =>
    api.post(segmentsPath, { ...bodyOf(values), workspace_token: workspace?.token });
  return <SegmentForm title="New segment" start={start} save={save} />;
}

export function EditSegment() {
  const { token }: { token?: string } = useParams({ strict: false });
  const path = `${segmentsPath}/${token}`;
  const { data, error } = useGet<Segment>(path);
  if (error) return <ErrorNote error={error} />;
  if (!data || data.token !== token) return <PageSkeleton />;
  const start: Values = {
    title: data.title,
    description: data.description,
    parent_segment_token: data.parent_segment_token ?? '',
    priority: data.priority,
    filter: data.filter ?? '',
    track_unallocated: data.track_unallocated,
    report_settings: data.report_settings ?? usualSettings,
  };
  return (
    <SegmentForm
      key={token}
      title={data.title}
      segment={data}
      start={start}
      save={(values) => api.put(path, bodyOf(values))}
    />
  );
}

interface SegmentFormProps {
  title: string;
  segment?: Segment;
  start: Values;
  save: (values: Values) => Promise<unknown>;
}

function SegmentForm({ title, segment, start, save }: SegmentFormProps) {
  const mayEdit = useHasRole('Editor');
  const form = useForm(start, async (values) => {
    await save(values);
    await invalidate(segmentsPath, '/v2/costs');
    toast(`Saved “${values.title}”.`);
  });
  const { values, set } = form;
  const isTop = values.parent_segment_token === '';
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
        description="Of two segments of a tree that match a cost, the lower number takes it; of equal ones, the deeper."
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
        description="VQL. Without a filter, only what segments below take counts."
        value={values.filter}
        onChange={(text) => set('filter', text)}
        error={form.errorOf('filter')}
        isReadOnly={!mayEdit}
        onSubmit={() => void form.submit()}
      />
      {isTop && (
        <>
          <Switch
            label="Show what no segment takes"
            description="As the row Unallocated in the report of this segment."
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
          Add one below
        </Button>
      )}
      {segment.report_token && (
        <Button variant="default" component={Link} to={reportPage(segment.report_token)}>
          Open its report
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
  const { data } = useGet<ListAnswer>(segmentsPath, { workspace_token: workspace?.token });
  const segments = (data?.['segments'] ?? []) as Segment[];
  const own = segment ? branchOf(segments, segment.token) : new Set<string>();
  const options = treeOf(segments)
    .filter((row) => !own.has(row.segment.token))
    .map((row) => ({
      value: row.segment.token,
      label: `${'– '.repeat(row.depth)}${row.segment.title}`,
    }));
  return (
    <Select
      label="Below"
      description="The segment that it is a part of."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      searchable
      allowDeselect={false}
      data={[{ value: '', label: 'Nothing: the top of a tree' }, ...options]}
      value={value}
      onChange={(token) => onChange(token ?? '')}
      error={error}
    />
  );
}
