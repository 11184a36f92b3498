import {
  Button,
  Checkbox,
  Group,
  Modal,
  Radio,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { itemKinds } from '../../../../src/domain/dashboards/item-kinds.js';
import { useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { useReports } from '../../features/cost-reports/use-reports.js';
import { type ItemKind, kindTexts } from './dashboard.js';
import type { DraftItem, ItemFields } from './draft.js';

interface ItemDialogProps {
  /** null for a new one. */
  item: DraftItem | null;
  onStore: (fields: ItemFields) => void;
  onClose: () => void;
}

const empty: ItemFields = {
  kind: 'cost_report',
  title: '',
  cost_report_token: null,
  text: null,
  follows_dates: true,
};

/** Asks what a widget shows. */
export function ItemDialog({ item, onStore, onClose }: ItemDialogProps) {
  const [fields, setFields] = useState<ItemFields>(() => (item ? fieldsOf(item) : empty));
  const change = (part: Partial<ItemFields>) => setFields((now) => ({ ...now, ...part }));
  const sources = useSources(fields.kind);
  const chooseKind = (kind: ItemKind) => {
    const isText = kind === 'text';
    const hasReport = showsReport(kind);
    // A segment is not a report: what was chosen for one kind may not exist for another.
    const keeps = hasReport && (kind === 'segments') === (fields.kind === 'segments');
    change({
      kind,
      text: isText ? (fields.text ?? '') : null,
      ...(kind === 'budgets' && fields.title === '' ? { title: 'Budgets' } : {}),
      ...(keeps ? {} : { cost_report_token: null }),
    });
  };
  const chooseSource = (token: string | null) => {
    const hadTitle =
      fields.title !== '' && fields.title !== sources.titleOf(fields.cost_report_token);
    change({
      cost_report_token: token,
      ...(hadTitle ? {} : { title: sources.titleOf(token) ?? '' }),
    });
  };
  const isComplete =
    fields.kind === 'text'
      ? Boolean(fields.text?.trim())
      : !showsReport(fields.kind) || fields.cost_report_token !== null;
  return (
    <Modal opened onClose={onClose} title={item ? 'Edit widget' : 'Add widget'} size="lg">
      <Stack gap="md">
        <KindChoice kind={fields.kind} onChange={chooseKind} />
        {fields.kind === 'text' && (
          <Textarea
            label="Text"
            description="# heading, - list, **bold**, *italic*, `code`; addresses become links."
            autosize
            minRows={4}
            maxRows={14}
            value={fields.text ?? ''}
            onChange={(event) => change({ text: event.currentTarget.value })}
          />
        )}
        {showsReport(fields.kind) && (
          <Select
            label={fields.kind === 'segments' ? 'Segment' : 'Cost report'}
            placeholder="Choose one"
            searchable
            data={sources.options}
            value={fields.cost_report_token}
            onChange={chooseSource}
            nothingFoundMessage="No matches"
          />
        )}
        <TextInput
          label="Title"
          value={fields.title}
          onChange={(event) => change({ title: event.currentTarget.value })}
        />
        {showsReport(fields.kind) && (
          <Checkbox
            label="Follow the dates of the dashboard"
            checked={fields.follows_dates}
            onChange={(event) => change({ follows_dates: event.currentTarget.checked })}
          />
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={!isComplete} onClick={() => onStore(fields)}>
            {item ? 'Apply' : 'Add'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

const showsReport = (kind: ItemKind): boolean => itemKinds[kind].showsReport;

function KindChoice({ kind, onChange }: { kind: ItemKind; onChange: (kind: ItemKind) => void }) {
  return (
    <Radio.Group label="Kind" value={kind} onChange={onChange}>
      <div className="kind-choice">
        {kindTexts.map((each) => (
          <Radio.Card key={each.kind} value={each.kind} p="sm" aria-label={each.label}>
            <Group wrap="nowrap" gap="sm" align="flex-start">
              <Radio.Indicator />
              <div>
                <Text size="sm" fw={600}>
                  {each.label}
                </Text>
                <Text size="xs" c="dimmed">
                  {each.help}
                </Text>
              </div>
            </Group>
          </Radio.Card>
        ))}
      </div>
    </Radio.Group>
  );
}

const fieldsOf = ({ kind, title, cost_report_token, text, follows_dates }: DraftItem) => ({
  kind,
  title,
  cost_report_token,
  text,
  follows_dates,
});

/** The reports that a kind of widget can show: those of the workspace, or those of its segments. */
function useSources(kind: ItemKind) {
  const { options: reports } = useReports();
  const workspace = useWorkspace();
  const { data } = useGet(
    '/v2/segments',
    { query: { workspace_token: workspace?.token } },
    { enabled: kind === 'segments' && workspace !== undefined },
  );
  const segments = (data?.segments ?? []).flatMap(({ report_token: value, title }) =>
    value ? [{ value, label: title }] : [],
  );
  const options = kind === 'segments' ? segments : reports;
  const titleOf = (token: string | null) => options.find(({ value }) => value === token)?.label;
  return { options, titleOf };
}
