/** A failed request, with the messages of the API. */
export class ApiProblem extends Error {
  constructor(
    readonly status: number,
    readonly messages: string[],
    /** For the administrator of the server, who finds the request in the log. */
    readonly requestId: string | null,
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

/** Messages by the form field they are about; the rest is shown above the form. */
export function messagesByField<Field extends string>(
  messages: readonly string[],
  fields: readonly Field[],
): { fields: Partial<Record<Field, string>>; rest: string[] } {
  const found: Partial<Record<Field, string>> = {};
  const rest: string[] = [];
  for (const message of messages) {
    const field = fields.find((each) => isAbout(message, each));
    if (field && !found[field]) found[field] = message;
    else rest.push(message);
  }
  return { fields: found, rest };
}

/** `title is missing`, `Title has already been taken`, `Invalid VQL at line …`. */
function isAbout(message: string, field: string): boolean {
  if (field === 'filter' && message.startsWith('Invalid VQL')) return true;
  const start = message.toLowerCase();
  return [field, field.replaceAll('_', ' ')].some((name) => start.startsWith(`${name} `));
}

/** The position of a syntax error in a filter, from its message. */
export function filterErrorPosition(message: string): { line: number; column: number } | undefined {
  const match = /^Invalid VQL.*? at line (\d+), column (\d+):/.exec(message);
  return match ? { line: Number(match[1]), column: Number(match[2]) } : undefined;
}
