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
import { itemKinds, kindOf } from '../../../../src/domain/reports/dashboards/item-kinds.js';
import type { ItemFields, ItemKind } from '../../features/dashboards/layout.js';
import { kindLabel, kindTexts } from './dashboard.js';
import type { DraftItem } from './draft.js';
import { kindOfSource, sourceKind } from './sources.js';
import { useSources } from './use-sources.js';

interface ItemDialogProps {
  /** null for a new one. */
  item: DraftItem | null;
  onStore: (fields: ItemFields) => void;
  onClose: () => void;
}

const empty: ItemFields = {
  kind: 'chart',
  title: '',
  widgetable_token: null,
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
    const token = fields.widgetable_token;
    // What shows neither a report nor a text is called by its kind until it has a title of its own.
    const isUntitled = fields.title === '' || fields.title === kindLabel(fields.kind);
    const title = isUntitled ? (hasReport || isText ? '' : kindLabel(kind)) : undefined;
    // A segment is not a report, and not every kind shows every report.
    const keeps =
      hasReport &&
      (kind === 'segments') === (fields.kind === 'segments') &&
      (!showsCosts(kind) || token === null || kindOfSource(token) === 'rprt');
    change({
      kind,
      text: isText ? (fields.text ?? '') : null,
      ...(title === undefined ? {} : { title }),
      ...(keeps ? {} : { widgetable_token: null }),
    });
  };
  const chooseSource = (token: string | null) => {
    const hadTitle =
      fields.title !== '' && fields.title !== sources.titleOf(fields.widgetable_token);
    change({
      widgetable_token: token,
      ...(hadTitle ? {} : { title: sources.titleOf(token) ?? '' }),
    });
  };
  const isComplete =
    fields.kind === 'text'
      ? Boolean(fields.text?.trim())
      : !showsReport(fields.kind) || fields.widgetable_token !== null;
  return (
    <Modal opened onClose={onClose} title={item ? 'Edit widget' : 'Add widget'} size="lg">
      <Stack gap="md">
        <KindChoice kind={fields.kind} onChange={chooseKind} />
        {fields.kind === 'text' && (
          <Textarea
            label="Text"
            description="# heading, - list, **bold**, *italic*, `code`, [link](https://…)."
            autosize
            minRows={4}
            maxRows={14}
            value={fields.text ?? ''}
            onChange={(event) => change({ text: event.currentTarget.value })}
          />
        )}
        {showsReport(fields.kind) && (
          <Select
            label={sourceLabel(fields.kind)}
            placeholder="Choose one"
            searchable
            data={sources.options}
            value={fields.widgetable_token}
            onChange={chooseSource}
            nothingFoundMessage="No matches"
          />
        )}
        <TextInput
          label="Title"
          value={fields.title}
          onChange={(event) => change({ title: event.currentTarget.value })}
        />
        {showsReport(fields.kind) && hasDates(fields.widgetable_token) && (
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
const showsCosts = (kind: ItemKind): boolean => kindOf(kind).showsCosts ?? false;

const hasDates = (token: string | null): boolean =>
  token === null || sourceKind(kindOfSource(token)).hasDates;

function sourceLabel(kind: ItemKind): string {
  if (kind === 'segments') return 'Segment';
  return showsCosts(kind) ? 'Cost report' : 'Report or view';
}

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

const fieldsOf = ({ kind, title, widgetable_token, text, follows_dates }: DraftItem) => ({
  kind,
  title,
  widgetable_token,
  text,
  follows_dates,
});
