import {
  Button,
  CloseButton,
  Fieldset,
  Group,
  NumberInput,
  Select,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { MoveButtons, moved } from '../../parts/reorder.js';
import type { DraftTransform } from './draft.js';

interface LabelTransformsProps {
  steps: readonly DraftTransform[];
  isReadOnly: boolean;
  onChange: (steps: DraftTransform[]) => void;
}

const types: { value: DraftTransform['type']; label: string }[] = [
  { value: 'split', label: 'Split' },
  { value: 'format', label: 'Format' },
];

const newStep: DraftTransform = { type: 'split', delimiter: '-', part: '1', template: '{0}' };

/** Steps that turn labels into values of the tag, in order. */
export function LabelTransforms({ steps, isReadOnly, onChange }: LabelTransformsProps) {
  const change = (index: number, part: Partial<DraftTransform>) =>
    onChange(steps.map((step, at) => (at === index ? { ...step, ...part } : step)));
  return (
    <Fieldset legend="Label transforms" p="sm">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {steps.length === 0
            ? 'Labels are used as values unchanged.'
            : 'Steps run in order, each on the result of the previous one.'}
        </Text>
        {steps.map((step, index) => (
          <Group
            key={index}
            gap="sm"
            align="flex-end"
            role="group"
            aria-label={`Step ${index + 1}`}
          >
            <Select
              w={150}
              label={`Step ${index + 1}`}
              allowDeselect={false}
              readOnly={isReadOnly}
              data={types}
              value={step.type}
              onChange={(type) => type && change(index, { type })}
            />
            <StepFields
              step={step}
              isReadOnly={isReadOnly}
              onChange={(part) => change(index, part)}
            />
            {!isReadOnly && (
              <Group gap={0} wrap="nowrap">
                <MoveButtons
                  name={`step ${index + 1}`}
                  index={index}
                  count={steps.length}
                  onMove={(from, to) => onChange(moved(steps, from, to))}
                />
                <CloseButton
                  aria-label={`Remove step ${index + 1}`}
                  onClick={() => onChange(steps.filter((_, at) => at !== index))}
                />
              </Group>
            )}
          </Group>
        ))}
        {!isReadOnly && (
          <Group>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => onChange([...steps, newStep])}
            >
              Add step
            </Button>
          </Group>
        )}
      </Stack>
    </Fieldset>
  );
}

interface StepFieldsProps {
  step: DraftTransform;
  isReadOnly: boolean;
  onChange: (part: Partial<DraftTransform>) => void;
}

function StepFields({ step, isReadOnly, onChange }: StepFieldsProps) {
  if (step.type === 'format') {
    return (
      <TextInput
        flex="1 1 160px"
        label="Template, with {0} for the label"
        placeholder="team {0}"
        readOnly={isReadOnly}
        value={step.template}
        onChange={(event) => onChange({ template: event.currentTarget.value })}
      />
    );
  }
  return (
    <>
      <NumberInput
        w={80}
        label="Part"
        min={1}
        allowDecimal={false}
        readOnly={isReadOnly}
        value={step.part}
        onChange={(part) => onChange({ part: String(part) })}
      />
      <TextInput
        w={120}
        label="Delimiter"
        readOnly={isReadOnly}
        value={step.delimiter}
        onChange={(event) => onChange({ delimiter: event.currentTarget.value })}
      />
    </>
  );
}
