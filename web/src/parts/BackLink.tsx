import { Anchor, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Icon } from './icons.js';

/** The link above the title of a page, to the page that it belongs to. */
export const BackLink = ({ to, label }: { to: string; label: string }) => (
  <Anchor component={Link} to={to} size="sm">
    <Group gap={4} mb="xs" display="inline-flex">
      <Icon name="back" size={14} /> {label}
    </Group>
  </Anchor>
);
