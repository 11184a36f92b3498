import { Button, Select, Stack, Text, TextInput, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useHasRole } from '../../api/current-user.js';
import { integrationName, useIntegrations } from '../../features/integrations/integration.js';
import { CloudwatchFields } from './CloudwatchFields.js';
import { ConnectSource } from './ConnectSource.js';
import { type ImportedSourceType, type SourceFieldsProps, sources } from './source.js';

/** What is imported, and through which integration; nothing for uploads. */
export function SourceFields({ draft, isReadOnly, onChange }: SourceFieldsProps) {
  if (draft.type === 'csv') return null;
  return (
    <Stack gap="md">
      <IntegrationField draft={draft} isReadOnly={isReadOnly} onChange={onChange} />
      {draft.type === 'cloudwatch' && (
        <CloudwatchFields draft={draft} isReadOnly={isReadOnly} onChange={onChange} />
      )}
      {draft.type === 'datadog_metrics' && (
        <TextInput
          label="Query"
          description="A Datadog metrics query. The tags it groups by become labels."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder="sum:orders.count{*} by {shop}.as_count()"
          required
          readOnly={isReadOnly}
          value={draft.query}
          onChange={(event) => onChange({ query: event.currentTarget.value })}
        />
      )}
      {draft.type === 'snowflake_metrics' && (
        <Textarea
          label="SQL"
          description="Must return a date column and a value column. All other columns become labels."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder="SELECT day, count(*), shop FROM orders GROUP BY day, shop"
          autosize
          minRows={3}
          required
          readOnly={isReadOnly}
          value={draft.sql_query}
          onChange={(event) => onChange({ sql_query: event.currentTarget.value })}
        />
      )}
    </Stack>
  );
}

function IntegrationField({ draft, isReadOnly, onChange }: SourceFieldsProps) {
  const [isConnecting, connecting] = useDisclosure(false);
  const mayConnect = useHasRole('Integration Owner');
  const { integrations } = useIntegrations();
  const { provider, label } = sources[draft.type];
  const matching = (integrations ?? []).filter((each) => each.provider === provider);
  return (
    <>
      {matching.length > 0 && (
        <Select
          label="Integration"
          required
          allowDeselect={false}
          readOnly={isReadOnly}
          data={matching.map((each) => ({ value: each.token, label: integrationName(each) }))}
          value={draft.integration || null}
          onChange={(integration) => onChange({ integration: integration ?? '' })}
        />
      )}
      {integrations && matching.length === 0 && (
        <Text size="sm" c="dimmed">
          There is no integration with {label} yet.
          {!mayConnect && ' An owner or integration owner can connect it here.'}
        </Text>
      )}
      {mayConnect && !isReadOnly && (
        <div>
          <Button size="compact-sm" variant="default" onClick={connecting.open}>
            Connect {label}
          </Button>
        </div>
      )}
      {isConnecting && (
        <ConnectSource
          type={draft.type as ImportedSourceType}
          onConnected={(integration) => onChange({ integration })}
          onClose={connecting.close}
        />
      )}
    </>
  );
}
