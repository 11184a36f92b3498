import { Button, Group, NativeSelect, Stack, TagsInput, Text } from '@mantine/core';
import { useState } from 'react';
import {
  type Condition,
  type Operator,
  labelOf,
  lacksService,
  operatorsOf,
  providerField,
  serviceField,
  tagKeyOf,
  takesText,
} from '../../costs/filter/condition.js';
import type { Names } from '../../costs/use-names.js';
import type { ServicesOf, ValueSource } from './use-values.js';
import { ValueList } from './ValueList.js';

interface ConditionFormProps {
  field: string;
  initial?: Condition;
  /** The other conditions of the group. */
  others: readonly Condition[];
  source: ValueSource;
  names: Names;
  onBack?: () => void;
  /** The condition, before it that of its services where it needs one; nothing removes it. */
  onDone: (next: readonly Condition[]) => void;
}

/** The last two stand for `is not` and `is` with null as their only value. */
type Choice = Operator | 'has any value' | 'has no value';

/** The form of one condition: an operator, and values with their costs or texts. */
export function ConditionForm(props: ConditionFormProps) {
  const { field, initial, others, source, names, onBack, onDone } = props;
  const [choice, setChoice] = useState<Choice>(initial ? choiceOf(initial) : 'is');
  const [values, setValues] = useState(
    initial?.values.includes(null) ? [] : (initial?.values ?? []),
  );
  const [services, setServices] = useState<ServicesOf>({});
  const needsService = lacksService(field, others);
  const chosen = conditionOf(field, choice, values);
  const result = chosen && (needsService ? withServices(chosen, services) : [chosen]);
  const choose = (next: Choice) => {
    if (isTextual(next) !== isTextual(choice)) setValues([]);
    setChoice(next);
  };
  const isOfValues = choice === 'is' || choice === 'is not';
  return (
    <Stack gap="sm">
      <NativeSelect
        label={labelOf(field)}
        // Texts and missing values do not say which services to filter with them.
        data={needsService ? ['is'] : choicesOf(field)}
        value={choice}
        onChange={(event) => choose(event.currentTarget.value as Choice)}
      />
      {isOfValues && (
        <ValueList
          field={field}
          others={others}
          source={source}
          names={names}
          chosen={values}
          onChange={(next, found) => {
            setValues(next);
            setServices({ ...services, ...found });
          }}
        />
      )}
      {isTextual(choice) && (
        <TagsInput
          label={choice.endsWith('like') ? 'Patterns' : 'Texts'}
          description={
            choice.endsWith('like')
              ? '% matches any characters, _ one. Press Enter after each.'
              : 'Upper and lower case differ. Press Enter after each.'
          }
          acceptValueOnBlur
          autoFocus
          value={values.filter((value) => value !== null)}
          onChange={setValues}
        />
      )}
      {tagKeyOf(field) !== undefined && (choice === 'is not' || choice === 'does not contain') && (
        <Text size="xs" c="dimmed">
          Costs without this tag do not match.
        </Text>
      )}
      <Group justify="space-between">
        {onBack && (
          <Button variant="default" size="xs" onClick={onBack}>
            Back
          </Button>
        )}
        {initial && (
          <Button variant="default" size="xs" onClick={() => onDone([])}>
            Remove
          </Button>
        )}
        <Button size="xs" disabled={!result} onClick={() => result && onDone(result)}>
          Apply
        </Button>
      </Group>
    </Stack>
  );
}

/** A condition and, before it, that of the services of its values; undefined while one of them is not known. */
function withServices(condition: Condition, services: ServicesOf): Condition[] | undefined {
  const known = condition.values.map((value) => services[value ?? '']);
  if (!known.every((each) => each !== undefined)) return undefined;
  return [{ field: serviceField, operator: 'is', values: [...new Set(known.flat())] }, condition];
}

const isTextual = (choice: Choice): choice is Operator =>
  choice !== 'has any value' && choice !== 'has no value' && takesText(choice);

const choiceOf = ({ operator, values }: Condition): Choice => {
  if (!values.includes(null)) return operator;
  return operator === 'is' ? 'has no value' : 'has any value';
};

/** Every cost has a provider and a service. */
const isAlwaysSet = (field: string) => field === providerField || field === 'costs.service';

const choicesOf = (field: string): Choice[] => [
  ...operatorsOf(field),
  ...(isAlwaysSet(field) ? [] : (['has any value', 'has no value'] as const)),
];

function conditionOf(
  field: string,
  choice: Choice,
  values: Condition['values'],
): Condition | undefined {
  if (choice === 'has any value') return { field, operator: 'is not', values: [null] };
  if (choice === 'has no value') return { field, operator: 'is', values: [null] };
  return values.length === 0 ? undefined : { field, operator: choice, values };
}
