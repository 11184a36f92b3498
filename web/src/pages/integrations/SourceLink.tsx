import { Button, Group, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Source } from '../../features/getting-started/sources.js';
import { SourceSteps } from '../../features/getting-started/SourceSteps.js';
import { SourceTitle } from './SourceTitle.js';

interface SourceLinkProps {
  source: Source;
  to: string;
  label: string;
}

/** Steps of a source whose form is a page elsewhere. */
export const SourceLink = ({ source, to, label }: SourceLinkProps) => (
  <>
    <SourceTitle source={source} />
    <Stack gap="md">
      <SourceSteps source={source} />
      <Group>
        <Button component={Link} to={to}>
          {label}
        </Button>
      </Group>
    </Stack>
  </>
);
