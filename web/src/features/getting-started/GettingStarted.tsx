import { Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type ListAnswer, useGet } from '../../api/queries.js';
import { useHasRole, useOwnUser } from '../../api/who.js';
import { EmptyState } from '../../parts/EmptyState.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { TableSkeleton } from '../../parts/Skeletons.js';
import { DemoCompany } from './DemoCompany.js';
import { DropFile } from './DropFile.js';
import { RunProgress } from './RunProgress.js';
import { WatchBucket } from './WatchBucket.js';

/** Three ways to the first chart. A run that was started stands in the address. */
export function GettingStarted() {
  const { run }: { run?: string } = useSearch({ strict: false });
  const navigate = useNavigate();
  const user = useOwnUser();
  const mayImport = useHasRole('Integration Owner');
  const isOwner = useHasRole('Owner');
  const { data } = useGet<ListAnswer>('/v2/integrations', { limit: 1 });
  if (!user || !data) return <TableSkeleton />;
  const isEmpty = (data['integrations'] as unknown[]).length === 0;
  const follow = (id: number) => void navigate({ to: '/start', search: { run: String(id) } });
  if (!mayImport) {
    return (
      <>
        <PageTitle title="Welcome to Farthing" />
        <EmptyState
          title="There are no costs yet"
          text="An owner or integration owner of your organisation brings in the first bill; then your costs show here."
        />
      </>
    );
  }
  return (
    <Stack gap="lg">
      <PageTitle
        title={isEmpty ? 'Welcome to Farthing' : 'Bring in costs'}
        text="Bills go in, answers come out. Begin with whichever is at hand; the others stay open to you."
      />
      {run && <RunProgress key={run} run={run} />}
      <SimpleGrid cols={{ base: 1, md: isEmpty && isOwner ? 3 : 2 }} spacing="md">
        <Way title="A file" text="Drop an export of your provider, or a CSV in the FOCUS format.">
          <DropFile onStarted={follow} />
        </Way>
        <Way
          title="A bucket or folder"
          text="Farthing looks for new bills there by itself and imports each version once."
        >
          <WatchBucket />
        </Way>
        {isEmpty && isOwner && (
          <Way
            title="The demo company"
            text="Thirteen months of bills of a made-up company with four providers, to look around in."
          >
            <DemoCompany onStarted={follow} />
          </Way>
        )}
      </SimpleGrid>
    </Stack>
  );
}

function Way({ title, text, children }: { title: string; text: string; children: ReactNode }) {
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
