import { Text } from '@mantine/core';
import { moved, useReorder } from '../../parts/reorder.js';
import type { PlacedRule } from './pipeline.js';
import { PipelineRow } from './PipelineRow.js';
import type { Figures } from './preview-figures.js';

interface PipelineGroupProps {
  group: number;
  title: string;
  text: string;
  rules: readonly PlacedRule[];
  /** The place of the first rule in the whole pipeline. */
  firstNumber: number;
  figures: Figures | undefined;
  isReadOnly: boolean;
  /** Receives the rules of the group, and what has happened for those who cannot see it. */
  onChange: (rules: PlacedRule[], text: string) => void;
}

/** The rules of a group. Dragging stays inside it, because an order across groups would be refused. */
export function PipelineGroup(props: PipelineGroupProps) {
  const { group, title, text, rules, firstNumber, figures, isReadOnly, onChange } = props;
  const move = (from: number, to: number) =>
    onChange(
      moved(rules, from, to),
      `${rules[from]!.title} is now number ${firstNumber + to}, ${to + 1} of ${rules.length} in ${title}.`,
    );
  const reorder = useReorder(move);
  const id = `pipeline-group-${group}`;
  return (
    <div className="pipeline-group">
      <div className="pipeline-heading">
        <Text size="xs" fw={600} component="h3" id={id} m={0}>
          {title}
        </Text>
        <Text size="xs" c="dimmed">
          {text}
        </Text>
        {rules.length === 0 && (
          <Text size="xs" c="dimmed" ml="auto">
            No rules
          </Text>
        )}
      </div>
      {rules.length > 0 && (
        <ol aria-labelledby={id}>
          {rules.map((rule, index) => (
            <PipelineRow
              key={rule.token}
              rule={rule}
              index={index}
              count={rules.length}
              number={firstNumber + index}
              figures={figures}
              isReadOnly={isReadOnly}
              reorder={reorder}
              onMove={move}
              onRemove={() =>
                onChange(
                  rules.filter((each) => each !== rule),
                  `${rule.title} was removed.`,
                )
              }
            />
          ))}
        </ol>
      )}
    </div>
  );
}
