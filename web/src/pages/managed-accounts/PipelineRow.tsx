import { ActionIcon, Skeleton, Text } from '@mantine/core';
import { SignedMoney } from '../../features/cost-changes/figures.js';
import { Money } from '../../parts/figures.js';
import { Icon } from '../../parts/icons.js';
import { MoveButtons, type useReorder } from '../../parts/reorder.js';
import type { PlacedRule } from './pipeline.js';
import type { Figures } from './preview-figures.js';

interface PipelineRowProps {
  rule: PlacedRule;
  /** Its place in the group. */
  index: number;
  count: number;
  /** Its place in the pipeline, from 1. */
  number: number;
  figures: Figures | undefined;
  isReadOnly: boolean;
  reorder: ReturnType<typeof useReorder>;
  onMove: (from: number, to: number) => void;
  onRemove: () => void;
}

/** A rule: what it does, what it changes, and the costs after it. */
export function PipelineRow(props: PipelineRowProps) {
  const { rule, index, count, number, figures, isReadOnly, reorder, onMove, onRemove } = props;
  const { className, ...target } = reorder.target(index);
  const canMove = !isReadOnly && count > 1;
  const warning = figures?.warnings.get(rule.token);
  return (
    <li className={`pipeline-row ${className}`} {...(canMove ? target : {})}>
      {canMove && (
        <span {...reorder.handle(index)} className="pipeline-handle" title="Drag to move">
          <Icon name="drag" size={14} />
        </span>
      )}
      <div className="pipeline-name">
        <Text size="sm" fw={500}>
          {number}. {rule.title}
        </Text>
        <Text size="xs" c="dimmed">
          {rule.effect}
        </Text>
        {warning !== undefined && (
          <Text size="xs" className="increase">
            {warning}
          </Text>
        )}
      </div>
      {figures && <StepFigures figures={figures} token={rule.token} />}
      {!isReadOnly && (
        <div className="pipeline-buttons">
          {canMove && <MoveButtons name={rule.title} index={index} count={count} onMove={onMove} />}
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Remove ${rule.title}`}
            onClick={onRemove}
          >
            <Icon name="close" size={14} />
          </ActionIcon>
        </div>
      )}
    </li>
  );
}

function StepFigures({ figures, token }: { figures: Figures; token: string }) {
  const { steps, currency, isStale } = figures;
  const step = steps.get(token);
  const state = isStale ? 'stale' : '';
  return (
    <>
      <span className={`pipeline-change numeric ${state}`}>
        <span className="visually-hidden">Change </span>
        {step ? <SignedMoney amount={step.change} currency={currency} /> : <Skeleton height={16} />}
      </span>
      <span className={`pipeline-after numeric ${state}`}>
        <span className="visually-hidden">Costs after it </span>
        {step ? <Money amount={step.after} currency={currency} /> : <Skeleton height={16} />}
      </span>
    </>
  );
}
