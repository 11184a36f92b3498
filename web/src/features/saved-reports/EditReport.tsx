import { TextInput } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { send } from '../../api/client.js';
import { useHasRole, useWorkspace } from '../../api/current-user.js';
import { invalidate, useGet } from '../../api/queries.js';
import { capitalize } from '../../lib/text.js';
import { FormPage } from '../../parts/FormPage.js';
import { PageError } from '../../parts/PageError.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { toast } from '../../parts/toasts.js';
import { created, useForm } from '../../parts/use-form.js';
import { CreateMenu } from '../report-actions/CreateMenu.js';
import { FilterField } from '../report-fields/FilterField.js';
import { ReportDateFields } from '../report-fields/ReportDateFields.js';
import {
  groupingsOf,
  type ReportKind,
  type ReportValues,
  type SavedReport,
} from './report-kind.js';

export function NewReport({ kind }: { kind: ReportKind }) {
  const workspace = useWorkspace();
  const save = async (values: ReportValues) => {
    const body = { ...bodyOf(kind, values), workspace_token: workspace?.token ?? '' };
    return created((await send('post', kind.path, { body })).body as SavedReport);
  };
  return <ReportForm kind={kind} title={`New ${kind.name}`} initial={kind.initial} save={save} />;
}

export function EditReport({ kind }: { kind: ReportKind }) {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  const path = { token };
  const onePath = `${kind.path}/{token}`;
  const { data, error } = useGet(
    onePath as '/v2/network_flow_reports/{network_flow_report_token}',
    {
      path: path as never,
    },
  );
  if (error) return <PageError error={error} />;
  if (!data || data.token !== token) return <PageSkeleton />;
  return (
    <ReportForm
      key={token}
      kind={kind}
      title={data.title}
      initial={valuesOf(kind, data)}
      save={(values) => send('put', onePath, { path, body: bodyOf(kind, values) })}
      {...(kind.backTo && { back: kind.backTo(token) })}
      actions={<CreateMenu withReport={(use) => use(data)} />}
    />
  );
}

function valuesOf({ initial }: ReportKind, report: SavedReport): ReportValues {
  const stored = report as unknown as Record<string, unknown>;
  const values = Object.keys(initial).map((name) => [name, stored[name] ?? '']);
  return {
    ...(Object.fromEntries(values) as ReportValues),
    date_interval: report.date_interval ?? initial.date_interval,
    groupings: groupingsOf(report),
  };
}

/** The days of a named range follow from it. */
function bodyOf({ optional = [] }: ReportKind, { start_date, end_date, ...rest }: ReportValues) {
  const dates = rest.date_interval === 'custom' && { start_date, end_date };
  const sent = Object.entries(rest).filter(([name, value]) => value || !optional.includes(name));
  return { ...Object.fromEntries(sent), ...dates };
}

interface ReportFormProps {
  kind: ReportKind;
  title: string;
  initial: ReportValues;
  save: (values: ReportValues) => Promise<unknown>;
  back?: { label: string; to: string };
  actions?: ReactNode;
}

function ReportForm({ kind, title, initial, save, back, actions }: ReportFormProps) {
  const isReadOnly = !useHasRole('Editor');
  const form = useForm(initial, async (values) => {
    const saved = await save(values);
    await invalidate(kind.path, ...(kind.refreshes ?? []));
    toast(`Saved “${values.title}”.`);
    return saved;
  });
  return (
    <FormPage
      title={title}
      back={back ?? { label: `${capitalize(kind.name)}s`, to: kind.page }}
      form={form}
      isReadOnly={isReadOnly}
      actions={actions}
    >
      <TextInput label="Title" required readOnly={isReadOnly} {...form.text('title')} />
      <FilterField
        description={kind.filterHelp}
        value={form.values.filter}
        onChange={(text) => form.set('filter', text)}
        error={form.errorOf('filter')}
        isReadOnly={isReadOnly}
      />
      <ReportDateFields
        dates={form.values}
        // A range that menus do not offer stays as it is.
        intervals={[...new Set([...kind.intervals, initial.date_interval, 'custom'])]}
        onChange={form.set}
        errorOf={form.errorOf}
        isReadOnly={isReadOnly}
      />
      {kind.fields(form, isReadOnly)}
    </FormPage>
  );
}
