import { Button, Group, Popover, Text } from '@mantine/core';
import { useState } from 'react';
import { Icon } from '../../../parts/icons.js';
import { type Condition, fields, labelOf } from '../../costs/filter/condition.js';
import { printFilter } from '../../costs/filter/print-filter.js';
import type { Names } from '../../costs/use-names.js';
import { ConditionForm } from './ConditionForm.js';

interface ChipFilterProps {
  conditions: readonly Condition[];
  providers: readonly string[];
  names: Names;
  onApply: (filter: string) => void;
}

/** `Costs where provider is AWS and team is web`: each condition is a chip that opens its form. */
export function ChipFilter({ conditions, providers, names, onApply }: ChipFilterProps) {
  const apply = (next: readonly Condition[]) => onApply(printFilter(next, providers));
  const replace = (index: number, next: Condition | undefined) =>
    apply([...conditions.slice(0, index), ...(next ? [next] : []), ...conditions.slice(index + 1)]);
  return (
    <Group gap={6} mih={30} role="group" aria-label="Filter">
      <Text size="sm">{conditions.length === 0 ? 'All costs' : 'Costs where'}</Text>
      {conditions.map((condition, index) => (
        <Group key={JSON.stringify(condition)} gap={6}>
          {index > 0 && (
            <Text size="sm" c="dimmed">
              and
            </Text>
          )}
          <Chip label={describe(condition, names)}>
            {(close) => (
              <ConditionForm
                initial={condition}
                names={names}
                onDone={(next) => {
                  close();
                  replace(index, next);
                }}
              />
            )}
          </Chip>
        </Group>
      ))}
      <Chip label="Add filter" isNew>
        {(close) => (
          <ConditionForm
            names={names}
            onDone={(next) => {
              close();
              if (next) apply([...conditions, next]);
            }}
          />
        )}
      </Chip>
    </Group>
  );
}

function Chip({
  label,
  isNew = false,
  children,
}: {
  label: string;
  isNew?: boolean;
  children: (close: () => void) => React.ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus width={320}>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant={isNew ? 'subtle' : 'light'}
          className="filter-chip"
          leftSection={isNew ? <Icon name="add" size={12} /> : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>{isOpen && children(() => setOpen(false))}</Popover.Dropdown>
    </Popover>
  );
}

const maxValues = 3;

/** `service is Amazon S3 or Amazon EC2` */
function describe({ field, operator, values }: Condition, names: Names): string {
  const grouping = fields.find(({ value }) => value === field)?.grouping ?? field;
  const labels = values
    .slice(0, maxValues)
    .map((value) => (value === null ? 'missing' : names(grouping, value)));
  const rest = values.length - labels.length;
  const list = [...labels, ...(rest > 0 ? [`${rest} more`] : [])].join(' or ');
  const name = field.startsWith('tag:') ? labelOf(field) : labelOf(field).toLowerCase();
  return `${name} ${operator} ${list}`;
}
