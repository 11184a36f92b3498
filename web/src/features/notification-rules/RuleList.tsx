import { useHasRole, useWorkspace } from '../../api/current-user.js';
import { useGet } from '../../api/queries.js';
import type { InputArguments, ListPath, QueryOf, RowOf, RowsKey } from '../../api/types.js';
import type { Column } from '../../parts/DataTable.js';
import { ListPage } from '../../parts/ListPage.js';
import type { Recipients } from '../recipients/recipients.js';
import { useRuleColumns } from '../recipients/rule-columns.js';
import { type RuleKind, titleOfList } from './rule-kind.js';

/** The rules of a kind in the workspace; what they are about is named by these. */
export function useRules<P extends ListPath, Key extends RowsKey<P>>(
  { path }: RuleKind<P>,
  rows: Key,
): RowOf<P, Key>[] {
  const workspace = useWorkspace();
  const input = { query: { workspace_token: workspace?.token, limit: 1000 } };
  const { data } = useGet<P>(
    path,
    ...([input, { enabled: workspace !== undefined }] as unknown as InputArguments<'get', P>),
  );
  return data?.[rows] ?? [];
}

interface RuleListProps<P extends ListPath, Key extends RowsKey<P>, Row = RowOf<P, Key>> {
  kind: RuleKind<P>;
  rows: Key;
  /** Those of the workspace, as `useRules` reads them. */
  rules: readonly Row[];
  text: string;
  emptyText: string;
  /** What rules are called, and the column that says it. */
  name: {
    id: string;
    header: string;
    of: (rule: Row) => string;
    sort?: (rule: Row) => number | string;
  };
  /** Columns between the name of a rule and its recipients. */
  columns: readonly Column<Row>[];
  isSearched?: boolean;
}

/** The list of a kind of rule, with whom each one tells. */
export function RuleList<P extends ListPath, Key extends RowsKey<P>>(props: RuleListProps<P, Key>) {
  type Row = RowOf<P, Key>;
  const { kind, rows, rules, text, emptyText, name, columns, isSearched = false } = props;
  const { of: nameOf, ...column } = name;
  const workspace = useWorkspace();
  const mayEdit = useHasRole('Editor');
  const shared = useRuleColumns<Row & Recipients & { token: string }>(
    rules as readonly (Row & Recipients & { token: string })[],
    { ...column, page: kind.page, nameOf },
  );
  return (
    <ListPage<P, Key>
      title={titleOfList(kind)}
      text={text}
      kind={kind.name}
      path={kind.path}
      rows={rows}
      query={{ workspace_token: workspace?.token } as unknown as QueryOf<P>}
      columns={[
        shared.name as unknown as Column<Row>,
        ...columns,
        shared.recipients as unknown as Column<Row>,
      ]}
      isSearched={isSearched}
      create={mayEdit ? { label: `New ${kind.name}`, to: `${kind.page}/new` } : undefined}
      empty={{ title: `There are no ${kind.name}s yet`, text: emptyText }}
      titleToDelete={mayEdit ? nameOf : undefined}
    />
  );
}
