import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { groupingLabel } from '../costs/groupings.js';
import type { DrillActions } from './use-drill-down.js';

interface DrillItemsProps {
  /** The series, unless the whole bin was chosen. */
  name: string | undefined;
  /** The bin, unless a whole series was chosen. */
  bin?: { start: string; label: string } | undefined;
  drill: DrillActions;
  onExplain: (() => void) | undefined;
  onAnnotate?: (() => void) | undefined;
}

/** What can be done with a bar: the items of a menu. */
export function DrillItems(props: DrillItemsProps) {
  const { name, bin, drill, onExplain, onAnnotate } = props;
  const changes = drill.changesOf(name, bin?.start);
  const next = name === undefined ? [] : drill.nextOf(name);
  return (
    <>
      {onExplain && <Menu.Item onClick={onExplain}>Explain these costs</Menu.Item>}
      {changes && (
        <Menu.Item component={Link} {...changes}>
          Why did it change?
        </Menu.Item>
      )}
      {bin && (
        <Menu.Item onClick={() => drill.onZoom(bin.start, bin.start)}>
          Narrow to {bin.label}
        </Menu.Item>
      )}
      {onAnnotate && <Menu.Item onClick={onAnnotate}>Add annotation…</Menu.Item>}
      {name !== undefined && next.length > 0 && (
        <>
          <Menu.Divider />
          <Menu.Label>Filter to {name} and group by</Menu.Label>
          {next.map((grouping) => (
            <Menu.Item key={grouping} onClick={() => drill.onDrill(name, grouping)}>
              {groupingLabel(grouping)}
            </Menu.Item>
          ))}
        </>
      )}
    </>
  );
}
