import { Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet } from '../../api/queries.js';
import { useHasRole, useCurrentUser } from '../../api/current-user.js';
import { EmptyState } from '../../parts/EmptyState.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { TableSkeleton } from '../../parts/Skeletons.js';
import { SourceGallery } from './SourceGallery.js';
import { CreateDemo } from './CreateDemo.js';
import { UploadFiles } from './UploadFiles.js';
import { RunProgress } from './RunProgress.js';

/** Ways to import costs: files, demo data, and every source that can be connected. The address holds the run that was started. */
export function GettingStarted() {
  const { run }: { run?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const user = useCurrentUser();
  const mayImport = useHasRole('Integration Owner');
  const isOwner = useHasRole('Owner');
  const { data } = useGet('/v2/integrations', { query: { limit: 1 } });
  if (!user || !data) return <TableSkeleton />;
  const isEmpty = data.integrations.length === 0;
  const showRun = (id: number) => void navigate({ to: '/start', search: { run: String(id) } });
  if (!mayImport) {
    return (
      <>
        <PageTitle title="Welcome to Farthing" />
        <EmptyState
          title="There are no costs yet"
          text="Costs appear here once an owner or integration owner of your organization has imported the first bill."
        />
      </>
    );
  }
  return (
    <Stack gap="lg">
      <PageTitle
        title={isEmpty ? 'Welcome to Farthing' : 'Import costs'}
        text="Upload a bill, or connect a source: its bills are then imported automatically."
      />
      {run && <RunProgress key={run} runId={run} />}
      <SimpleGrid cols={{ base: 1, md: isEmpty && isOwner ? 2 : 1 }} spacing="md">
        <Option
          title="Upload files"
          text="A cost export of your provider, or a CSV file in the FOCUS format."
        >
          <UploadFiles onStarted={showRun} />
        </Option>
        {isEmpty && isOwner && (
          <Option
            title="Explore demo data"
            text="Thirteen months of bills of a fictitious company with four providers."
          >
            <CreateDemo onStarted={showRun} />
          </Option>
        )}
      </SimpleGrid>
      <SourceGallery />
    </Stack>
  );
}

function Option({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="md">
        <div>
          <Title order={2}>{title}</Title>
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        </div>
        {children}
      </Stack>
    </Paper>
  );
}
