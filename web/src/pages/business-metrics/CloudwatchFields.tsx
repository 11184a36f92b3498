import { Button, CloseButton, Group, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { type Dimension, type SourceFieldsProps, statistics } from './source.js';

/** A CloudWatch metric: filtered by dimensions, with one of them as label. */
export function CloudwatchFields({ draft, isReadOnly, onChange }: SourceFieldsProps) {
  const text = (name: 'region' | 'namespace' | 'metric_name' | 'label_dimension') => ({
    readOnly: isReadOnly,
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  });
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <TextInput label="Region" placeholder="eu-west-1" required {...text('region')} />
        <Select
          label="Statistic"
          allowDeselect={false}
          readOnly={isReadOnly}
          data={statistics}
          value={draft.stat}
          onChange={(stat) => onChange({ stat: stat ?? 'Sum' })}
        />
        <TextInput label="Namespace" placeholder="Shop" required {...text('namespace')} />
        <TextInput label="Metric" placeholder="Orders" required {...text('metric_name')} />
      </SimpleGrid>
      <TextInput
        label="Label dimension"
        description="The dimension whose values become labels. Leave empty for values without labels."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...text('label_dimension')}
      />
      <Dimensions
        dimensions={draft.dimensions}
        isReadOnly={isReadOnly}
        onChange={(dimensions) => onChange({ dimensions })}
      />
    </>
  );
}

interface DimensionsProps {
  dimensions: readonly Dimension[];
  isReadOnly: boolean;
  onChange: (dimensions: Dimension[]) => void;
}

function Dimensions({ dimensions, isReadOnly, onChange }: DimensionsProps) {
  const change = (index: number, part: Partial<Dimension>) =>
    onChange(dimensions.map((each, at) => (at === index ? { ...each, ...part } : each)));
  return (
    <Stack gap="sm">
      {dimensions.map((dimension, index) => (
        <Group key={index} gap="sm" wrap="nowrap">
          {(['name', 'value'] as const).map((part) => (
            <TextInput
              key={part}
              flex={1}
              miw={0}
              aria-label={`${part === 'name' ? 'Name' : 'Value'} of dimension ${index + 1}`}
              placeholder={part === 'name' ? 'Name' : 'Value'}
              readOnly={isReadOnly}
              value={dimension[part]}
              onChange={(event) => change(index, { [part]: event.currentTarget.value })}
            />
          ))}
          {!isReadOnly && (
            <CloseButton
              aria-label={`Remove dimension ${index + 1}`}
              onClick={() => onChange(dimensions.filter((_, at) => at !== index))}
            />
          )}
        </Group>
      ))}
      {!isReadOnly && (
        <div>
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => onChange([...dimensions, { name: '', value: '' }])}
          >
            Add dimension
          </Button>
        </div>
      )}
    </Stack>
  );
}
