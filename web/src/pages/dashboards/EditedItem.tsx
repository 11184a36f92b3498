import { ActionIcon, CloseButton, Group, Paper, Text } from '@mantine/core';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { Direction, Place } from '../../../../src/domain/reports/dashboards/grid.js';
import { Icon, type IconName } from '../../parts/icons.js';
import { kindLabel } from './dashboard.js';
import type { DraftItem } from './draft.js';
import { placeStyle } from './grid-item.js';
import { useGridDrag } from './use-grid-drag.js';
import type { WidgetScope } from './view.js';
import { WidgetBody } from './widgets/Widget.js';

interface EditedItemProps {
  item: DraftItem;
  scope: WidgetScope;
  grid: RefObject<HTMLDivElement | null>;
  onPlace: (target: Partial<Place>) => void;
  onStep: (direction: Direction) => void;
  canStep: (direction: Direction) => boolean;
  onEdit: () => void;
  onRemove: () => void;
}

/** An item with what moves, resizes, edits and removes it. */
export function EditedItem({ item, scope, grid, onPlace, ...actions }: EditedItemProps) {
  const name = item.title || kindLabel(item.kind);
  const { isDragging, handle } = useGridDrag(grid, item, onPlace);
  return (
    <div className="dashboard-item" style={placeStyle(item)} data-moving={isDragging || undefined}>
      <Paper withBorder p="md" className="widget" component="section" aria-label={`Widget ${name}`}>
        <Group gap={4} mb={4} wrap="nowrap" justify="space-between">
          <Group gap={4} wrap="nowrap" miw={0}>
            <ActionIcon
              component="div"
              variant="subtle"
              color="gray"
              aria-hidden
              className="drag-handle"
              {...handle('move')}
            >
              <Icon name="drag" />
            </ActionIcon>
            <Text fw={600} truncate title={name}>
              {name}
            </Text>
          </Group>
          <CloseButton aria-label={`Remove ${name}`} onClick={actions.onRemove} />
        </Group>
        <Toolbar item={item} name={name} onPlace={onPlace} {...actions} />
        <WidgetBody item={item} scope={scope} />
      </Paper>
      <div className="resize-handle" aria-hidden {...handle('resize')} />
    </div>
  );
}

type ToolbarProps = Omit<EditedItemProps, 'scope' | 'grid' | 'onRemove'> & { name: string };

const steps: { direction: Direction; icon: IconName }[] = [
  { direction: 'left', icon: 'back' },
  { direction: 'right', icon: 'forward' },
  { direction: 'up', icon: 'up' },
  { direction: 'down', icon: 'down' },
];

/** Buttons that do what dragging does, for keyboards and narrow screens. */
function Toolbar({ item, name, onPlace, onStep, canStep, onEdit }: ToolbarProps) {
  const { x, width, height } = item;
  const quiet = {
    variant: 'subtle',
    color: 'gray',
    size: 'sm',
    className: 'quiet-button',
  } as const;
  const sizes = [
    { label: 'narrower', icon: 'narrower', isOff: width === 1, target: { width: width - 1 } },
    {
      label: 'wider',
      icon: 'wider',
      isOff: width === 12,
      // At the right edge it grows to the left.
      target: { width: width + 1, x: Math.min(x, 11 - width) },
    },
    { label: 'shorter', icon: 'shorter', isOff: height === 1, target: { height: height - 1 } },
    { label: 'taller', icon: 'taller', isOff: height === 40, target: { height: height + 1 } },
  ] as const;
  return (
    <Group gap={2} mb="xs" role="toolbar" aria-label={`Arrange ${name}`}>
      {steps.map(({ direction, icon }) => (
        <ActionIcon
          key={direction}
          {...quiet}
          aria-label={`Move ${name} ${direction}`}
          disabled={!canStep(direction)}
          onClick={keepFocus(() => onStep(direction))}
        >
          <Icon name={icon} size={14} />
        </ActionIcon>
      ))}
      {sizes.map(({ label, icon, isOff, target }) => (
        <ActionIcon
          key={label}
          {...quiet}
          aria-label={`Make ${name} ${label}`}
          disabled={isOff}
          onClick={keepFocus(() => onPlace(target))}
        >
          <Icon name={icon} size={14} />
        </ActionIcon>
      ))}
      <ActionIcon {...quiet} aria-label={`Edit ${name}`} onClick={onEdit}>
        <Icon name="settings" size={14} />
      </ActionIcon>
    </Group>
  );
}

/** A moved element loses the focus when the order of items changes. */
const keepFocus =
  (act: () => void) =>
  ({ currentTarget: button }: { currentTarget: HTMLButtonElement }) => {
    flushSync(act);
    button.focus();
  };
