import { Anchor, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Source } from '../../features/getting-started/sources.js';
import { Icon } from '../../parts/icons.js';
import { PageTitle } from '../../parts/PageTitle.js';
import { gallery } from './gallery.js';

/** The title of a source without a form of its own, and the way back. */
export const SourceTitle = ({ source }: { source: Source }) => (
  <>
    <Anchor component={Link} to={gallery.to} size="sm">
      <Group gap={4} mb="xs" display="inline-flex">
        <Icon name="back" size={14} /> {gallery.label}
      </Group>
    </Anchor>
    <PageTitle title={source.name} />
  </>
);
