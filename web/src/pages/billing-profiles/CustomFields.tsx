import { ActionIcon, Button, Group, Stack, TextInput } from '@mantine/core';
import { Icon } from '../../parts/icons.js';
import type { CustomField } from './profile-values.js';

interface CustomFieldsProps {
  fields: readonly CustomField[];
  onChange: (fields: CustomField[]) => void;
  isReadOnly: boolean;
}

/** Further lines below the address, such as a VAT number. */
export function CustomFields({ fields, onChange, isReadOnly }: CustomFieldsProps) {
  const change = (index: number, values: Partial<CustomField>) =>
    onChange(fields.map((field, at) => (at === index ? { ...field, ...values } : field)));
  return (
    <Stack gap="xs" mt="md">
      {fields.map((field, index) => (
        <Group key={index} gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            flex={1}
            aria-label={`Name of field ${index + 1}`}
            placeholder="Name, such as VAT number"
            value={field.name}
            readOnly={isReadOnly}
            onChange={(event) => change(index, { name: event.currentTarget.value })}
          />
          <TextInput
            flex={1}
            aria-label={`Value of field ${index + 1}`}
            placeholder="Value"
            value={field.value}
            readOnly={isReadOnly}
            onChange={(event) => change(index, { value: event.currentTarget.value })}
          />
          {!isReadOnly && (
            <ActionIcon
              variant="subtle"
              size="lg"
              aria-label={`Remove field ${index + 1}`}
              onClick={() => onChange(fields.filter((_, at) => at !== index))}
            >
              <Icon name="close" />
            </ActionIcon>
          )}
        </Group>
      ))}
      {!isReadOnly && (
        <div>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => onChange([...fields, { name: '', value: '' }])}
          >
            Add a field
          </Button>
        </div>
      )}
    </Stack>
  );
}
