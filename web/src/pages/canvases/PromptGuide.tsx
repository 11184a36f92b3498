import { Table, Text, Title } from '@mantine/core';

/** The parts of a prompt, in the order of most sentences. */
const parts: { part: string; says: string }[] = [
  {
    part: 'What to show',
    says: 'cost, usage, count, unit cost of <business metric>, business metric <title>',
  },
  {
    part: 'Granularity',
    says: 'hourly, daily, weekly, monthly, quarterly; without one, a total over the dates',
  },
  {
    part: 'Groups',
    says: 'by provider, service, account, billing account, region, resource, category, subcategory, charge type, segment, or any tag key (by tag team)',
  },
  {
    part: 'Dates',
    says: 'this month, last month, last 45 days, last 6 months, year to date, from 2026-01-01 to 2026-01-31',
  },
  { part: 'Only some costs', says: 'for <provider or service>, such as: for AWS and Amazon EC2' },
  { part: 'Rows', says: 'top 10: the groups with the largest totals' },
  { part: 'Filter', says: "where <VQL>, such as: where costs.provider = 'aws'" },
];

/** What a prompt can say. */
export function PromptGuide() {
  return (
    <section>
      <Title order={2} mb={4}>
        What a prompt can say
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        Parts come in any order. Names may be quoted. Words such as “show me the” are ignored; any
        other word that is not understood is named in the error.
      </Text>
      <div className="table-scroll" tabIndex={0} role="region" aria-label="What a prompt can say">
        <Table verticalSpacing={4}>
          <Table.Tbody>
            {parts.map(({ part, says }) => (
              <Table.Tr key={part}>
                <Table.Th scope="row" w={150}>
                  {part}
                </Table.Th>
                <Table.Td data-exact>{says}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  );
}
