import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../parts/DataTable.js';
import { useMuteTexts } from '../mutes/mute.js';
import { type Recipients, recipientsOf } from './recipients.js';
import { useRecipientNames } from './use-recipient-names.js';

interface Rule extends Recipients {
  token: string;
}

interface NameColumn<Row> {
  id: string;
  header: string;
  /** Where rules are shown, such as `/report-notifications`. */
  page: string;
  nameOf: (row: Row) => string;
  /** By what the column is sorted; by name unless given. */
  sort?: Column<Row>['sort'];
}

/** The columns that lists of rules share: what a rule is called, and whether it is muted; whom it tells. */
export function useRuleColumns<Row extends Rule>(
  rules: readonly Row[],
  { page, nameOf, ...column }: NameColumn<Row>,
): { name: Column<Row>; recipients: Column<Row> } {
  const muteText = useMuteTexts();
  const recipientName = useRecipientNames(rules);
  return {
    name: {
      sort: nameOf,
      ...column,
      cell: (row) => (
        <>
          <Anchor component={Link} to={`${page}/${row.token}`} inherit>
            {nameOf(row)}
          </Anchor>
          {muteText(row.token) && (
            <Text size="xs" c="dimmed">
              {muteText(row.token)}
            </Text>
          )}
        </>
      ),
    },
    recipients: {
      id: 'recipients',
      header: 'Recipients',
      cell: (row) => recipientsOf(row, recipientName).join(', ') || 'Nobody',
    },
  };
}
