import { Anchor, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Icon } from '../../parts/icons.js';
import { type Source, sourceGroups, sourcePage } from './sources.js';

/** Every source as a card that leads to its steps and its form. */
export function SourceGallery() {
  return (
    <Stack gap="lg">
      {sourceGroups.map(({ title, sources }) => (
        <section key={title} aria-label={title}>
          <Title order={2} size="h4" mb="xs">
            {title}
          </Title>
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md">
            {sources.map((source) => (
              <Card key={source.id} source={source} />
            ))}
          </SimpleGrid>
        </section>
      ))}
    </Stack>
  );
}

function Card({ source: { id, name, icon, letters, text, needs } }: { source: Source }) {
  return (
    <Paper withBorder p="md" component="article" className="source-card">
      <Group gap="sm" wrap="nowrap" mb={6}>
        <span className="source-mark" aria-hidden>
          {icon ? <Icon name={icon} size={20} /> : letters}
        </span>
        <Title order={3} size="h4">
          <Anchor
            component={Link}
            to={sourcePage}
            search={{ source: id } as never}
            inherit
            className="source-link"
          >
            {name}
          </Anchor>
        </Title>
      </Group>
      <Text size="sm">{text}</Text>
      <Text size="xs" c="dimmed" mt={6}>
        Needs: {needs}.
      </Text>
    </Paper>
  );
}
