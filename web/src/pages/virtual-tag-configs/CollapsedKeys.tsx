import { Button, CloseButton, Group, MultiSelect, Paper, Stack, Text, Title } from '@mantine/core';
import { useWorkspace } from '../../api/current-user.js';
import { type ListAnswer, useGet } from '../../api/untyped.js';
import { Icon } from '../../parts/icons.js';
import { VqlEditor } from '../../parts/vql/VqlEditor.js';
import { type DraftKey, freeId } from './draft.js';
import { TagKey } from './KindFields.js';

interface CollapsedKeysProps {
  keys: readonly DraftKey[];
  messages: readonly string[];
  isReadOnly: boolean;
  onChange: (keys: DraftKey[]) => void;
}

/** Tags of providers whose value is taken where no rule matches. */
export function CollapsedKeys({ keys, messages, isReadOnly, onChange }: CollapsedKeysProps) {
  const add = () => onChange([...keys, { id: freeId(keys), key: '', providers: [], filter: '' }]);
  return (
    <Stack gap="sm" component="section" aria-labelledby="collapsed">
      <Title order={2} id="collapsed">
        Tags it takes over
      </Title>
      <Text size="sm" c="dimmed">
        Where no rule gives a value, that of the first of these tags is taken, so that spellings
        such as team and Team become one.
      </Text>
      {keys.map((entry, index) => (
        <CollapsedKey
          key={entry.id}
          entry={entry}
          error={messages.find((message) => message.includes(`collapsed_tag_keys[${index}]`))}
          isReadOnly={isReadOnly}
          onRemove={() => onChange(keys.filter((each) => each !== entry))}
          onChange={(part) =>
            onChange(keys.map((each) => (each === entry ? { ...each, ...part } : each)))
          }
        />
      ))}
      {!isReadOnly && (
        <Group>
          <Button variant="default" leftSection={<Icon name="add" />} onClick={add}>
            Add a tag
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface CollapsedKeyProps {
  entry: DraftKey;
  error: string | undefined;
  isReadOnly: boolean;
  onRemove: () => void;
  onChange: (part: Partial<DraftKey>) => void;
}

function CollapsedKey({ entry, error, isReadOnly, onRemove, onChange }: CollapsedKeyProps) {
  const workspace = useWorkspace();
  const { data } = useGet<ListAnswer>('/v2/cost_providers', { workspace_token: workspace?.token });
  const providers = (data?.['cost_providers'] ?? []) as { key: string; name: string }[];
  return (
    <Paper withBorder p="sm">
      <Group justify="flex-end">
        {!isReadOnly && <CloseButton aria-label={`Remove ${entry.key}`} onClick={onRemove} />}
      </Group>
      <Stack gap="md">
        <TagKey
          label="Key"
          isReadOnly={isReadOnly}
          value={entry.key}
          onChange={(key) => onChange({ key })}
        />
        {entry.filter === '' && (
          <MultiSelect
            label="Of these providers"
            placeholder={entry.providers.length === 0 ? 'All' : ''}
            readOnly={isReadOnly}
            data={providers.map(({ key, name }) => ({ value: key, label: name }))}
            value={entry.providers}
            onChange={(chosen) => onChange({ providers: chosen })}
          />
        )}
        {entry.providers.length === 0 && (
          <VqlEditor
            label="Of these costs"
            description="Providers or a filter, not both. Empty: all."
            value={entry.filter}
            onChange={(filter) => onChange({ filter })}
            error={error}
            isReadOnly={isReadOnly}
          />
        )}
      </Stack>
    </Paper>
  );
}
