import type { z } from 'zod';
import { DomainFailure, ShapeFailure } from '../lib/errors.js';

/**
 * Parses the input, or throws one failure with every problem, in the order of the fields.
 *
 * @example
 * validate(z.object({ title: title() }), {}); // throws ShapeFailure: title is missing
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const { issues } = result.error;
  const messages = [...new Set(issues.map((issue) => describe(issue, input)))];
  throw issues.every(isDomainIssue) ? new DomainFailure(messages) : new ShapeFailure(messages);
}

function isDomainIssue(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'custom' && issue.params?.['domain'] === true;
}

function describe(issue: z.core.$ZodIssue, input: unknown): string {
  const field = fieldName(issue.path);
  if (issue.code === 'custom') return field ? `${field} ${issue.message}` : issue.message;
  if (valueAt(input, issue.path) === undefined) return `${field} is missing`;
  if (issue.code === 'invalid_type') return `${field} is invalid`;
  return `${field} does not have a valid value`;
}

/** `periods[0].amount` */
function fieldName(path: PropertyKey[]): string {
  return path.reduce<string>(
    (name, key) =>
      typeof key === 'number' ? `${name}[${key}]` : name ? `${name}.${String(key)}` : String(key),
    '',
  );
}

function valueAt(input: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    input,
  );
}
