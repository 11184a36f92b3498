import { Text } from '@mantine/core';
import type { Names } from '../../features/costs/use-names.js';
import { resourceColumns } from '../../features/resources/resource-columns.js';
import { describeKey, type Resource, textsOf } from '../../features/resources/resource.js';
import type { Column } from '../../parts/DataTable.js';

/** The columns of a report, in its order. */
export function columnsOfReport(columns: readonly string[], names: Names): Column<Resource>[] {
  const base: Record<string, Column<Resource> | undefined> = resourceColumns(names);
  return columns.map((name) => base[name] ?? tagColumn(name) ?? metadataColumn(name));
}

function tagColumn(name: string): Column<Resource> | undefined {
  if (name === 'tags') {
    return {
      id: name,
      header: 'Tags',
      cell: ({ tags }) =>
        textsOf(tags).map(([key, value]) => (
          <Text key={key} size="xs">
            {key}: {value}
          </Text>
        )),
    };
  }
  const key = /^tag:(.+)$/s.exec(name)?.[1];
  if (key === undefined) return undefined;
  const valueOf = ({ tags, summary }: Resource) =>
    new Map(textsOf({ ...tags, ...summary?.virtual_tags })).get(key) ?? '';
  return { id: name, header: key, sort: valueOf, cell: (row) => valueOf(row) || '–' };
}

function metadataColumn(name: string): Column<Resource> {
  const valueOf = ({ metadata }: Resource): string | number => {
    const value: unknown = metadata?.[name];
    if (value === null || value === undefined) return '';
    return typeof value === 'number' ? value : textOf(value);
  };
  return {
    id: name,
    header: describeKey(name),
    sort: valueOf,
    cell: (row) => {
      const value = valueOf(row);
      return value === '' ? '–' : value;
    },
  };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
