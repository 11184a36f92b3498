import { Button, Group, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import {
  closeGaps,
  type Direction,
  inReadingOrder,
  place,
  step,
} from '../../../../src/domain/reports/dashboards/grid.js';
import { Icon } from '../../parts/icons.js';
import type { Dashboard, ItemFields } from '../../features/dashboards/layout.js';
import { kindLabel } from './dashboard.js';
import './dashboards.css';
import { type DraftItem, addItem } from './draft.js';
import { EditedItem } from './EditedItem.js';
import { ItemDialog } from './ItemDialog.js';
import { rangeOf } from './view.js';

interface GridEditorProps {
  dashboard: Dashboard | undefined;
  items: DraftItem[];
  onChange: (items: DraftItem[]) => void;
}

const noView = { dates: '', start: '', end: '', compare: 'previous', filters: [] } as const;

/** Adds, moves, resizes, edits and removes the items of a dashboard. */
export function GridEditor({ dashboard, items, onChange }: GridEditorProps) {
  const grid = useRef<HTMLDivElement>(null);
  /** The item in the dialog; null for a new one. */
  const [edited, setEdited] = useState<DraftItem | null>();
  const [announced, setAnnounced] = useState('');
  const change = (next: DraftItem[] | undefined, id: number) => {
    if (!next) return;
    onChange(next);
    const item = next.find((each) => each.id === id);
    if (item) setAnnounced(placeText(item));
  };
  const store = (fields: ItemFields) => {
    setEdited(undefined);
    if (!edited) return onChange(addItem(items, fields));
    const isSameReport = fields.widgetable_token === edited.widgetable_token;
    const next = { ...edited, ...fields, isSaved: edited.isSaved && isSameReport };
    onChange(items.map((each) => (each === edited ? next : each)));
  };
  const scope = (item: DraftItem) => ({
    dashboard: item.isSaved ? dashboard : undefined,
    range: rangeOf({ ...noView, filters: [] }, dashboard),
    filter: '',
    compareTo: { compare_to: 'previous_period' as const },
  });
  return (
    <>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed">
          Drag a widget by its handle and resize it at its corner, or use its buttons.
        </Text>
        <Button variant="light" leftSection={<Icon name="add" />} onClick={() => setEdited(null)}>
          Add widget
        </Button>
      </Group>
      <div className="dashboard-grid" ref={grid}>
        {inReadingOrder(items).map((item) => {
          const index = items.indexOf(item);
          return (
            <EditedItem
              key={item.id}
              item={item}
              scope={scope(item)}
              grid={grid}
              onPlace={(target) => change(place(items, index, target), item.id)}
              onStep={(direction: Direction) => change(step(items, index, direction), item.id)}
              canStep={(direction: Direction) => step(items, index, direction) !== undefined}
              onEdit={() => setEdited(item)}
              onRemove={() => onChange(closeGaps(items.filter((each) => each !== item)))}
            />
          );
        })}
      </div>
      <div role="status" className="visually-hidden">
        {announced}
      </div>
      {edited !== undefined && (
        <ItemDialog item={edited} onStore={store} onClose={() => setEdited(undefined)} />
      )}
    </>
  );
}

const placeText = ({ title, kind, x, y, width, height }: DraftItem): string =>
  `${title || kindLabel(kind)}: column ${x + 1}, row ${y + 1}, ${width} wide, ${height} high`;
