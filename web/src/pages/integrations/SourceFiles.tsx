import { Select, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Source } from '../../features/getting-started/sources.js';
import { SourceSteps } from '../../features/getting-started/SourceSteps.js';
import { integrationName, useIntegrations } from '../../features/integrations/integration.js';
import { EmptyState } from '../../parts/EmptyState.js';
import { ErrorNote } from '../../parts/ErrorNote.js';
import { TableSkeleton } from '../../parts/Skeletons.js';
import { gallery } from './gallery.js';
import { ImportBill } from './ImportBill.js';
import { SourceTitle } from './SourceTitle.js';

/** Steps of files beside bills, and their upload to the integration whose resources they are about. */
export function SourceFiles({ source }: { source: Source }) {
  const { integrations, error } = useIntegrations();
  const [chosen, setChosen] = useState<string | null>(null);
  const own = integrations?.filter((each) => !each.is_delegated) ?? [];
  const integration = own.find(({ token }) => token === chosen) ?? own[0];
  return (
    <>
      <SourceTitle source={source} />
      <Stack gap="md" maw={880}>
        <SourceSteps source={source} />
        {error && <ErrorNote error={error} />}
        {!integrations && !error && <TableSkeleton rows={2} />}
        {integrations && !integration && (
          <EmptyState
            title="There are no integrations yet"
            text="These files belong to the integration of a bill. Import a bill first."
            action={gallery}
          />
        )}
        {integration && (
          <>
            <Select
              label="Integration"
              description="Whose resources the files are about"
              maw={420}
              allowDeselect={false}
              data={own.map((each) => ({ value: each.token, label: integrationName(each) }))}
              value={integration.token}
              onChange={setChosen}
            />
            <ImportBill key={integration.token} integration={integration} />
          </>
        )}
      </Stack>
    </>
  );
}
