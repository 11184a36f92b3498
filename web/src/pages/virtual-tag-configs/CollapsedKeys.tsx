import { Button, CloseButton, Group, MultiSelect, Paper, Stack, Text, Title } from '@mantine/core';
import { useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import { Icon } from '../../parts/icons.js';
import { VqlEditor } from '../../parts/vql/VqlEditor.js';
import { type DraftKey, nextId } from './draft.js';
import { TagKey } from './KindFields.js';

interface CollapsedKeysProps {
  keys: readonly DraftKey[];
  messages: readonly string[];
  isReadOnly: boolean;
  onChange: (keys: DraftKey[]) => void;
}

/** Provider tags whose value applies where no rule matches. */
export function CollapsedKeys({ keys, messages, isReadOnly, onChange }: CollapsedKeysProps) {
  const add = () => onChange([...keys, { id: nextId(keys), key: '', providers: [], filter: '' }]);
  return (
    <Stack gap="sm" component="section" aria-labelledby="collapsed">
      <Title order={2} id="collapsed">
        Collapsed tag keys
      </Title>
      <Text size="sm" c="dimmed">
        Where no rule matches, the value of the first of these tags applies. Use them to merge
        different spellings of a key, such as team and Team.
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
            Add tag key
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
  const { data } = useGet('/v2/cost_providers', {
    query: { workspace_token: workspace?.token },
  });
  const providers = data?.cost_providers ?? [];
  return (
    <Paper withBorder p="sm">
      <Group justify="flex-end">
        {!isReadOnly && (
          <CloseButton aria-label={`Remove ${entry.key || 'tag key'}`} onClick={onRemove} />
        )}
      </Group>
      <Stack gap="md">
        <TagKey
          label="Tag key"
          isReadOnly={isReadOnly}
          value={entry.key}
          onChange={(key) => onChange({ key })}
        />
        {entry.filter === '' && (
          <MultiSelect
            label="Providers"
            placeholder={entry.providers.length === 0 ? 'All' : ''}
            readOnly={isReadOnly}
            data={providers.map(({ key, name }) => ({ value: key, label: name }))}
            value={entry.providers}
            onChange={(selected) => onChange({ providers: selected })}
          />
        )}
        {entry.providers.length === 0 && (
          <VqlEditor
            label="Filter"
            description="Use either providers or a filter. Without them, the tag applies to all costs."
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
