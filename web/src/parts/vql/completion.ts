import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { queries } from '../../api/queries.js';
import { knownValues } from './known-values.js';

const fields = [
  'costs.provider',
  'costs.service',
  'costs.account_id',
  'costs.provider_account_id',
  'costs.region',
  'costs.category',
  'costs.subcategory',
  'costs.resource_id',
  'costs.charge_type',
  'costs.allocation',
  'tags.name',
  'tags.value',
];
const words = ['AND', 'OR', 'NOT IN', 'IN', 'LIKE', 'NULL'];

/** Fields and words anywhere, and inside quotes the values that there are in this workspace. */
export function completion(workspace: string | undefined) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const before = context.state.sliceDoc(0, context.pos);
    const open = openValue(before);
    if (open) {
      const options = await knownValues(queries, open.field, workspace, before);
      const close = context.state.sliceDoc(context.pos, context.pos + 1) === "'" ? '' : "'";
      return {
        from: context.pos - open.typed.length,
        options: options.map(({ value, name }) => ({
          label: value,
          ...(name && name !== value ? { detail: name } : {}),
          apply: value.replaceAll("'", "''") + close,
        })),
        validFor: /^[^']*$/,
      };
    }
    const word = context.matchBefore(/[\w.]+/);
    if (!word && !context.explicit) return null;
    return {
      from: word?.from ?? context.pos,
      options: [
        ...fields.map((label) => ({ label, type: 'property' })),
        ...words.map((label) => ({ label, type: 'keyword' })),
      ],
    };
  };
}

/** `costs.service IN ('a', 'b` is about to name a service. */
function openValue(before: string): { field: string; typed: string } | undefined {
  const match =
    /([a-z_]+\.[a-z_]+)\s*(?:=|!=|~\*|!~\*|NOT\s+IN|IN|LIKE)\s*\(?((?:\s*'(?:[^']|'')*'\s*,)*)\s*'([^']*)$/i.exec(
      before,
    );
  return match ? { field: match[1]!.toLowerCase(), typed: match[3]! } : undefined;
}
