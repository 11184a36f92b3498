/** A failed request, with the messages of the API. */
export class ApiProblem extends Error {
  constructor(
    readonly status: number,
    readonly messages: string[],
    /** For the administrator of the server, who finds the request in the log. */
    readonly requestId: string | null,
    /** The path that was requested. */
    readonly path = '',
  ) {
    super(messages.join(' '));
    this.name = 'ApiProblem';
  }
}

/** Any error as a problem; an error that is not from the API means that the server could not be reached. */
export function asProblem(error: unknown): ApiProblem {
  if (error instanceof ApiProblem) return error;
  return new ApiProblem(0, ['The server cannot be reached. Nothing was changed.'], null);
}

/**
 * Messages by the form field they are about, each once; the rest is shown above the form. Fields are named
 * as the form labels them, not as the API does.
 */
export function messagesByField<Field extends string>(
  messages: readonly string[],
  fields: readonly Field[],
  labels: Partial<Record<Field, string>> = {},
): { fields: Partial<Record<Field, string>>; rest: string[] } {
  const found: Partial<Record<Field, string>> = {};
  const rest: string[] = [];
  // The longest name first: `filter_key is …` is not about `filter`.
  const byLength = fields.toSorted((one, other) => other.length - one.length);
  for (const message of new Set(messages)) {
    const missing = unknownObject.exec(message);
    const field = byLength.find((each) => each === missing?.[2] || isAbout(message, each));
    const shown = missing ? `${missing[1]!} not found` : withLabels(message, fields, labels);
    if (field && !found[field]) found[field] = shown;
    else rest.push(shown);
  }
  return { fields: found, rest };
}

/** `Budget not found: budget_tokens bdgt_…`: nobody knows an object by its token. */
const unknownObject = /^(.+) not found: (\w+) \S+$/;

/** `default_dashboard_token is unknown` → `Default dashboard is unknown` */
function withLabels<Field extends string>(
  message: string,
  fields: readonly Field[],
  labels: Partial<Record<Field, string>>,
): string {
  // What quotes a filter, or names one of several parts, is read by the form.
  if (message.startsWith('Invalid VQL') || /\[\d+\]/.test(message)) return message;
  const named = message.replaceAll(/\b[a-z]+(?:_[a-z]+)*\b/g, (word, index: number) => {
    const field = fields.find((each) => each === word);
    const isName = field !== undefined && (index === 0 || word.includes('_'));
    if (field && isName) return labels[field] ?? labelOf(word);
    return /_tokens?$/.test(word) ? labelOf(word).toLowerCase() : word;
  });
  return named.charAt(0).toUpperCase() + named.slice(1);
}

/** `workspace_tokens` → `Workspaces` */
function labelOf(field: string): string {
  const words = field.replace(/_token(s?)$/, '$1').replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** `title is missing`, `Title has already been taken`, `issuer: not found`, `Invalid VQL at line …`. */
function isAbout(message: string, field: string): boolean {
  if (field === 'filter' && message.startsWith('Invalid VQL')) return true;
  const start = message.toLowerCase();
  return [field, field.replaceAll('_', ' ')].some((name) =>
    [' ', ':'].some((end) => start.startsWith(name + end)),
  );
}

/** The position of a syntax error in a filter, from its message. */
export function filterErrorPosition(message: string): { line: number; column: number } | undefined {
  const match = /^Invalid VQL.*? at line (\d+), column (\d+):/.exec(message);
  return match ? { line: Number(match[1]), column: Number(match[2]) } : undefined;
}
