import { Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useGet } from '../../api/queries.js';
import { useHasRole, useCurrentUser } from '../../api/current-user.js';
import { EmptyState } from '../../parts/EmptyState.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { TableSkeleton } from '../../parts/Skeletons.js';
import { CreateDemo } from './CreateDemo.js';
import { UploadFiles } from './UploadFiles.js';
import { RunProgress } from './RunProgress.js';
import { WatchBucket } from './WatchBucket.js';

/** Three ways to import the first costs. The address holds the run that was started. */
export function GettingStarted() {
  const { run }: { run?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const user = useCurrentUser();
  const mayImport = useHasRole('Integration Owner');
  const isOwner = useHasRole('Owner');
  const { data } = useGet('/v2/integrations', { query: { limit: 1 } });
  if (!user || !data) return <TableSkeleton />;
  const isEmpty = data.integrations.length === 0;
  const follow = (id: number) => void navigate({ to: '/start', search: { run: String(id) } });
  if (!mayImport) {
    return (
      <>
        <PageTitle title="Welcome to Farthing" />
        <EmptyState
          title="There are no costs yet"
          text="Costs show here once an owner or integration owner of your organisation has imported the first bill."
        />
      </>
    );
  }
  return (
    <Stack gap="lg">
      <PageTitle
        title={isEmpty ? 'Welcome to Farthing' : 'Import costs'}
        text="Start with whichever is at hand. You can use the others later."
      />
      {run && <RunProgress key={run} run={run} />}
      <SimpleGrid cols={{ base: 1, md: isEmpty && isOwner ? 3 : 2 }} spacing="md">
        <Option
          title="A file"
          text="Upload an export of your provider, or a CSV in the FOCUS format."
        >
          <UploadFiles onStarted={follow} />
        </Option>
        <Option
          title="A bucket or folder"
          text="Farthing checks it for new bills and imports each version once."
        >
          <WatchBucket />
        </Option>
        {isEmpty && isOwner && (
          <Option
            title="The demo company"
            text="Thirteen months of bills of a made-up company with four providers, to explore."
          >
            <CreateDemo onStarted={follow} />
          </Option>
        )}
      </SimpleGrid>
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
