import {
  ActionIcon,
  CloseButton,
  Grid,
  Group,
  Paper,
  SegmentedControl,
  Select,
  TextInput,
} from '@mantine/core';
import { useReports } from '../../features/cost-reports/use-reports.js';
import { Icon } from '../../parts/icons.js';
import { MoveButtons, moved, useReorder } from '../../parts/reorder.js';
import type { Dashboard } from './dashboard.js';
import type { DraftWidget } from './draft.js';
import { WidgetBody } from './Widget.js';
import { columnsOf, widths } from './widths.js';

interface WidgetsEditorProps {
  dashboard: Dashboard | undefined;
  widgets: readonly DraftWidget[];
  onChange: (widgets: DraftWidget[]) => void;
}

/** Adds, reorders, edits and removes the widgets of a dashboard. */
export function WidgetsEditor({ dashboard, widgets, onChange }: WidgetsEditorProps) {
  const move = (from: number, to: number) => onChange(moved(widgets, from, to));
  const { handle, target } = useReorder(move);
  const change = (index: number, part: Partial<DraftWidget>) =>
    onChange(widgets.map((each, at) => (at === index ? { ...each, ...part } : each)));
  return (
    <Grid gap="md">
      {widgets.map((widget, index) => (
        <Grid.Col key={widget.id} span={{ base: 12, md: columnsOf(widget.width) }}>
          <Paper
            withBorder
            p="md"
            h="100%"
            component="section"
            aria-label={`Widget ${widget.title}`}
            {...target(index)}
          >
            <Group gap={4} mb="sm" wrap="nowrap">
              <ActionIcon
                component="div"
                variant="subtle"
                color="gray"
                aria-hidden
                style={{ cursor: 'grab' }}
                {...handle(index)}
              >
                <Icon name="drag" />
              </ActionIcon>
              <TextInput
                flex={1}
                aria-label={`Title of widget ${index + 1}`}
                value={widget.title}
                onChange={(event) => change(index, { title: event.currentTarget.value })}
              />
              <MoveButtons name={widget.title} index={index} count={widgets.length} onMove={move} />
              <CloseButton
                aria-label={`Remove ${widget.title}`}
                onClick={() => onChange(widgets.filter((each) => each !== widget))}
              />
            </Group>
            <DisplayFields widget={widget} onChange={(part) => change(index, part)} />
            <WidgetBody
              title={widget.title}
              report={widget.report}
              display={widget.display}
              dashboard={widget.isSaved ? dashboard : undefined}
            />
          </Paper>
        </Grid.Col>
      ))}
      <Grid.Col span={{ base: 12, md: 6 }}>
        <AddWidget
          onAdd={(widget) =>
            onChange([...widgets, { ...widget, id: Math.max(0, ...widgets.map(nextId)) }])
          }
        />
      </Grid.Col>
    </Grid>
  );
}

const nextId = ({ id }: DraftWidget) => id + 1;

interface DisplayFieldsProps {
  widget: DraftWidget;
  onChange: (part: Partial<DraftWidget>) => void;
}

function DisplayFields({ widget, onChange }: DisplayFieldsProps) {
  return (
    <Group gap="sm" mb="sm">
      <SegmentedControl
        size="xs"
        aria-label={`Display of ${widget.title}`}
        data={[
          { value: 'chart', label: 'Chart' },
          { value: 'table', label: 'Table' },
        ]}
        value={widget.display}
        onChange={(display) => onChange({ display })}
      />
      <SegmentedControl
        size="xs"
        aria-label={`Width of ${widget.title}`}
        data={widths.map(({ value, label }) => ({ value, label }))}
        value={widget.width}
        onChange={(width) => onChange({ width })}
      />
    </Group>
  );
}

function AddWidget({ onAdd }: { onAdd: (widget: Omit<DraftWidget, 'id'>) => void }) {
  const { reports, options } = useReports();
  const add = (token: string | null) => {
    const report = reports.find((each) => each.token === token);
    if (!report) return;
    onAdd({
      report: report.token,
      title: report.title,
      display: 'chart',
      width: 'half',
      isSaved: false,
    });
  };
  return (
    <Select
      label="Add cost report"
      placeholder="Choose a report"
      searchable
      data={options}
      value={null}
      onChange={add}
      nothingFoundMessage="No matches"
    />
  );
}
