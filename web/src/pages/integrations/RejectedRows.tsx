import { Text, Title } from '@mantine/core';
import type { Answer } from '../../api/types.js';
import { RejectedRowTable } from '../../features/integrations/RejectedRowTable.js';
import { useListState } from '../../parts/list-state.js';
import { Pager } from '../../parts/Pager.js';

type RejectedRowsProps = Pick<Answer<'/console/imports/{load_id}'>, 'rejected_rows' | 'links'>;

/** The rejected rows of a load, page by page. */
export function RejectedRows({ rejected_rows: rows, links }: RejectedRowsProps) {
  const { page, openPage } = useListState();
  return (
    <section>
      <Title order={2} mb="sm">
        Rejected rows
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {rows.length === 0
          ? 'All rows of the bill were imported.'
          : 'Rows are counted from 1, without the header. Correct them in the bill and import it again to replace this load.'}
      </Text>
      {rows.length > 0 && <RejectedRowTable rows={rows} />}
      <Pager links={links} page={page} onPage={openPage} />
    </section>
  );
}
