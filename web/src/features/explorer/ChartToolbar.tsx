import { Button, Group, Select, Switch } from '@mantine/core';
import type { RefObject } from 'react';
import type { ChartHandle } from '../../parts/chart/Chart.js';
import { toast } from '../../parts/toasts.js';
import { Trail } from './Trail.js';
import type { UnitMetric } from './use-unit-costs.js';

interface ChartToolbarProps {
  title: string;
  /** The title of the picture. */
  caption: string;
  chart: RefObject<ChartHandle | null>;
  metrics: readonly UnitMetric[];
  /** The key of the metric that the chart shows. */
  metric: string | undefined;
  onMetric: (key: string | undefined) => void;
  isByLabel: boolean;
  /** Splits the metric by label; undefined if it has no labels. */
  onByLabel: ((isByLabel: boolean) => void) | undefined;
}

/** The way back from drill-downs, the unit cost on the chart, and the chart as a picture. */
export function ChartToolbar(props: ChartToolbarProps) {
  const { title, caption, chart, metrics, metric, onMetric, isByLabel, onByLabel } = props;
  const download = async () => {
    try {
      const image = await chart.current?.image(caption);
      if (image) saveFile(image, `${title}.png`);
    } catch (error) {
      toast((error as Error).message);
    }
  };
  return (
    <Group justify="space-between" gap="sm" mih={30}>
      <Trail root={title} />
      <Group gap="sm" ml="auto">
        {metrics.length > 0 && (
          <Select
            size="xs"
            w={220}
            aria-label="Unit cost on the chart"
            placeholder="Unit cost on the chart"
            clearable
            clearButtonProps={{ 'aria-label': 'Remove the unit cost' }}
            data={metrics.map(({ key, title: label }) => ({ value: key, label }))}
            value={metric ?? null}
            onChange={(key) => onMetric(key ?? undefined)}
          />
        )}
        {onByLabel && (
          <Switch
            size="xs"
            label="By label"
            checked={isByLabel}
            onChange={({ currentTarget }) => onByLabel(currentTarget.checked)}
          />
        )}
        <Button size="compact-sm" variant="default" onClick={() => void download()}>
          Download PNG
        </Button>
      </Group>
    </Group>
  );
}

function saveFile(content: Blob, name: string) {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
