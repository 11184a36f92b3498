import { Paper, Stack, Text, Title } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useWorkspace } from '../../api/current-user.js';
import { SourceGallery } from '../../features/getting-started/SourceGallery.js';
import { findSource, type Source } from '../../features/getting-started/sources.js';
import { UploadFiles } from '../../features/getting-started/UploadFiles.js';
import { BackLink } from '../../parts/BackLink.js';
import { OnlyFor } from '../../parts/OnlyFor.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { PageSkeleton } from '../../parts/Skeletons.js';
import { NewBillSource } from './NewBillSource.js';
import { NewCluster } from './NewCluster.js';
import { SourceFiles } from './SourceFiles.js';
import { SourceLink } from './SourceLink.js';

/** The gallery of sources; `?source=` has the steps and the form of one. */
export function NewIntegration() {
  const workspace = useWorkspace();
  const search: { source?: string } = useSearch({ strict: false });
  const source = findSource(search.source);
  return (
    <OnlyFor role="Integration Owner" title="New integration" what="Creating integrations is">
      {!workspace && <PageSkeleton />}
      {workspace && !source && <Gallery />}
      {workspace && source && (
        <SourcePage key={source.id} source={source} workspaceToken={workspace.token} />
      )}
    </OnlyFor>
  );
}

function Gallery() {
  const navigate = useNavigate();
  return (
    <>
      <BackLink to="/integrations" label="Integrations" />
      <PageTitle
        title="New integration"
        text="Choose where your costs come from, or upload a bill. Each source has its steps."
      />
      <Stack gap="lg">
        <Paper withBorder p="md" component="section" aria-label="Upload a bill">
          <Title order={2} size="h4">
            Upload a bill
          </Title>
          <Text size="sm" c="dimmed" mb="sm">
            A cost export of any provider below: its format is recognized.
          </Text>
          <UploadFiles
            onStarted={(run) => void navigate({ to: '/start', search: { run: String(run) } })}
          />
        </Paper>
        <SourceGallery />
      </Stack>
    </>
  );
}

function SourcePage({ source, workspaceToken }: { source: Source; workspaceToken: string }) {
  const { form } = source;
  switch (form.kind) {
    case 'watched':
    case 'custom':
      return <NewBillSource source={source} form={form} workspaceToken={workspaceToken} />;
    case 'cluster':
      return <NewCluster source={source} workspaceToken={workspaceToken} />;
    case 'files':
      return <SourceFiles source={source} />;
    case 'page':
      return <SourceLink source={source} to={form.to} label={form.label} />;
  }
}
