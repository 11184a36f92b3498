import { Group, Text } from '@mantine/core';
import { Fragment } from 'react';
import { Icon } from '../../../parts/icons.js';
import { Layer } from '../../../parts/Layer.js';
import type { Condition } from '../../costs/filter/condition.js';
import { printGroups } from '../../costs/filter/print-filter.js';
import type { Names } from '../../costs/use-names.js';
import { ConditionForm } from './ConditionForm.js';
import { describeCondition } from './describe-condition.js';
import { NewCondition } from './NewCondition.js';
import type { ValueSource } from './use-values.js';

interface ChipFilterProps {
  groups: readonly Condition[][];
  providers: readonly string[];
  source: ValueSource;
  names: Names;
  onApply: (filter: string) => void;
}

/** `Costs where provider is AWS and team is web, or service is S3`: each condition is a chip that opens its form. */
export function ChipFilter({ groups, providers, source, names, onApply }: ChipFilterProps) {
  const replaceGroup = (index: number, group: Condition[]) =>
    onApply(printGroups(groups.with(index, group), providers));
  const addGroup = (group: readonly Condition[]) =>
    onApply(printGroups([...groups, [...group]], providers));
  const shared = { source, names };
  return (
    <Group gap={6} mih={30} role="group" aria-label="Filter">
      <Text size="sm">{groups.length === 0 ? 'All costs' : 'Costs where'}</Text>
      {groups.map((group, index) => (
        <Fragment key={index}>
          {index > 0 && (
            <Text size="sm" fw={600}>
              or
            </Text>
          )}
          <ChipGroup
            {...shared}
            group={group}
            isFramed={groups.length > 1}
            onChange={(next) => replaceGroup(index, next)}
          />
        </Fragment>
      ))}
      {groups.length === 0 ? (
        <AddButton {...shared} label="Add filter" others={[]} onDone={addGroup} />
      ) : (
        <AddButton {...shared} label="Or" others={[]} onDone={addGroup} />
      )}
    </Group>
  );
}

interface ChipGroupProps {
  group: readonly Condition[];
  isFramed: boolean;
  source: ValueSource;
  names: Names;
  onChange: (group: Condition[]) => void;
}

/** Conditions that all have to match. */
function ChipGroup({ group, isFramed, source, names, onChange }: ChipGroupProps) {
  return (
    <Group gap={6} className={isFramed ? 'chip-group' : ''}>
      {group.map((condition, index) => (
        // By position, so that the focus returns to a chip that has changed.
        <Fragment key={index}>
          {index > 0 && (
            <Text size="sm" c="dimmed">
              and
            </Text>
          )}
          <Layer
            variant="light"
            size="compact-sm"
            className="filter-chip"
            title="Change filter"
            label={describeCondition(condition, names)}
          >
            {(close) => (
              <ConditionForm
                field={condition.field}
                initial={condition}
                others={group.toSpliced(index, 1)}
                source={source}
                names={names}
                onDone={(next) => {
                  close();
                  onChange(group.toSpliced(index, 1, ...next));
                }}
              />
            )}
          </Layer>
        </Fragment>
      ))}
      <AddButton
        label="Add filter"
        others={group}
        source={source}
        names={names}
        onDone={(next) => onChange([...group, ...next])}
      />
    </Group>
  );
}

interface AddButtonProps {
  label: string;
  others: readonly Condition[];
  source: ValueSource;
  names: Names;
  onDone: (next: readonly Condition[]) => void;
}

function AddButton({ label, onDone, ...rest }: AddButtonProps) {
  return (
    <Layer
      variant="subtle"
      size="compact-sm"
      title={label === 'Or' ? 'Add an alternative' : label}
      label={label}
      leftSection={<Icon name="add" size={12} />}
    >
      {(close) => (
        <NewCondition
          {...rest}
          onDone={(next) => {
            close();
            onDone(next);
          }}
        />
      )}
    </Layer>
  );
}
