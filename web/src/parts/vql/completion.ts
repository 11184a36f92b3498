import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { readKnownValues } from './known-values.js';

const keywords = ['AND', 'OR', 'NOT IN', 'IN', 'LIKE', 'NULL'];

/** Completes fields and keywords, and inside quotes the values of the workspace. */
export function completion(workspace: string | undefined, fields: readonly string[]) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const before = context.state.sliceDoc(0, context.pos);
    const value = unfinishedValue(before);
    if (value) {
      const options = await readKnownValues(value.field, workspace, lastTagKey(before));
      const close = context.state.sliceDoc(context.pos, context.pos + 1) === "'" ? '' : "'";
      return {
        from: context.pos - value.typed.length,
        options: options.map(({ value: text, name }) => ({
          // Matched by id and name, shown as both.
          label: name && name !== text ? `${text} ${name}` : text,
          ...(name && name !== text ? { displayLabel: text, detail: name } : {}),
          apply: text.replaceAll("'", "''") + close,
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
        ...keywords.map((label) => ({ label, type: 'keyword' })),
      ],
    };
  };
}

/** The key of the last `tags.name` before the cursor. */
const lastTagKey = (before: string): string | undefined =>
  [...before.matchAll(/tags\.name\s*=\s*'((?:[^']|'')*)'/gi)].at(-1)?.[1]?.replaceAll("''", "'");

/** The value being typed: after `costs.service IN ('a', 'b` it is a service. */
function unfinishedValue(before: string): { field: string; typed: string } | undefined {
  const match =
    /([a-z_]+\.[a-z_]+)\s*(?:=|!=|~\*|!~\*|NOT\s+IN|IN|LIKE)\s*\(?((?:\s*'(?:[^']|'')*'\s*,)*)\s*'([^']*)$/i.exec(
      before,
    );
  return match ? { field: match[1]!.toLowerCase(), typed: match[3]! } : undefined;
}
