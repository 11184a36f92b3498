import { Button, Group, List, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatMoment } from '../../lib/dates.js';
import type { useForm } from '../../parts/use-form.js';
import type { ChannelForm } from './channel-forms.js';
import type { ChannelValues } from './channel-values.js';

const severities = [
  { value: 'critical', label: 'Critical' },
  { value: 'error', label: 'Error' },
  { value: 'warning', label: 'Warning' },
  { value: 'info', label: 'Info' },
];

interface ChannelFieldsProps {
  kind: ChannelForm;
  form: ReturnType<typeof useForm<ChannelValues>>;
  isReadOnly: boolean;
  /** When the stored secret was changed; null without one. */
  secretChangedAt: string | null;
}

/** Name, settings and secret of a channel. */
export function ChannelFields({ kind, form, isReadOnly, secretChangedAt }: ChannelFieldsProps) {
  return (
    <>
      <TextInput
        label="Name"
        required
        readOnly={isReadOnly}
        description="Shown where alerts and notifications choose a channel."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.text('name')}
      />
      {kind.fields.map(({ name, label, help, placeholder, isOptional = false }) => (
        <TextInput
          key={name}
          label={label}
          required={!isOptional}
          readOnly={isReadOnly}
          description={help}
          placeholder={placeholder}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.text(name)}
        />
      ))}
      {kind.hasSeverity && (
        <Select
          label="Severity"
          w={220}
          allowDeselect={false}
          readOnly={isReadOnly}
          data={severities}
          value={form.values.severity}
          onChange={(severity) => severity && form.set('severity', severity)}
          error={form.errorOf('severity')}
        />
      )}
      {!isReadOnly && <SecretField kind={kind} form={form} secretChangedAt={secretChangedAt} />}
      <Stack gap="xs">
        <Text size="sm" fw={600}>
          Where the values come from
        </Text>
        <List type="ordered" size="sm" c="dimmed">
          {kind.steps.map((step) => (
            <List.Item key={step}>{step}</List.Item>
          ))}
        </List>
      </Stack>
    </>
  );
}

/** The secret is stored encrypted and never shown: a stored one can only be replaced. */
function SecretField({
  kind: { secret },
  form,
  secretChangedAt: changedAt,
}: Omit<ChannelFieldsProps, 'isReadOnly'>) {
  const [isVisible, setVisible] = useState(false);
  const kept = changedAt && `Stored ${formatMoment(changedAt)}, encrypted. Leave empty to keep it.`;
  const help = [secret.help, kept ?? 'Stored encrypted and never shown again.'];
  const generate = () => {
    form.set('secret', newKey());
    // It must be copied to the receiver.
    setVisible(true);
  };
  return (
    <Group align="flex-start" gap="sm">
      <PasswordInput
        label={secret.label}
        required={!changedAt && !secret.isOptional}
        flex={1}
        miw={220}
        autoComplete="off"
        visible={isVisible}
        onVisibilityChange={setVisible}
        description={help.filter(Boolean).join(' ')}
        placeholder={changedAt ? 'Unchanged' : ''}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.text('secret')}
      />
      {secret.isOwnChoice && (
        <Button variant="default" mt={24} onClick={generate}>
          Generate a key
        </Button>
      )}
    </Group>
  );
}

const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(32))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
