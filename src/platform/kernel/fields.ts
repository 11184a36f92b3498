import { z } from 'zod';
import { parseDate } from '../lib/time.js';
import { providerKeys, resolveProvider } from '../../domain/vql/provider-keys.js';

/** What null and "" mean for a body field, beyond "as absent". */
interface EmptyValueRule {
  /** "" counts as absent, or clears the stored value. Otherwise it is a text like any other. */
  blank?: 'absent' | 'clears';
  /** null clears the stored value. Otherwise it counts as absent. */
  null?: 'clears';
}

export const emptyValueRules = z.registry<EmptyValueRule>();

/** How a field is described where its Zod schema reads something else, as numbers in a query. */
export const openApiSchemas = z.registry<Record<string, unknown>>();

const domain = { domain: true };

/** A name or title: not blank, 255 characters at the most. */
export const title = () =>
  z
    .string()
    .refine((text) => text.trim() !== '', { error: "can't be blank", params: domain, abort: true })
    .refine((text) => text.trim().length <= 255, {
      error: 'is too long (255 characters at the most)',
      params: domain,
    });

/** A longer text; "" is kept as it is. */
export const text = (maxLength = 10_000) =>
  z.string().refine((value) => value.length <= maxLength, {
    error: `is too long (${maxLength} characters at the most)`,
    params: domain,
  });

/** A longer text that must say something. */
export const filledText = () =>
  text().refine((value) => value.trim() !== '', { error: "can't be blank", params: domain });

/** A reference to another object; "" is no reference. */
export const token = () => z.string().register(emptyValueRules, { blank: 'absent' });

/** A reference that null or "" takes away. */
export const clearableToken = () =>
  z.string().nullable().register(emptyValueRules, { blank: 'clears', null: 'clears' });

export const tokens = () => z.array(z.string());

export const choice = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values).register(emptyValueRules, { blank: 'absent' });

/** A calendar day. The Go client sends year 1 for a date that is not set. */
export const date = () =>
  z
    .string()
    .refine((value) => parseDate(value) !== undefined, { error: 'is invalid' })
    .transform((value) => parseDate(value)!)
    .register(emptyValueRules, { blank: 'absent' })
    .register(openApiSchemas, { type: 'string', format: 'date' });

/** A filter text; null, "" and white space take it away. */
export const filter = () =>
  text(100_000).nullable().register(emptyValueRules, { blank: 'clears', null: 'clears' });

export interface UploadedFile {
  /** Undefined when the client could not give the file a name of its own. */
  name: string | undefined;
  content: Buffer;
}

/** The CSV file of a form; clients that cannot send files send its text as a plain field. */
export const csvFile = () =>
  z
    .custom<string | UploadedFile>((value) => value !== undefined, { error: 'is missing' })
    .transform((value): UploadedFile =>
      typeof value === 'string' ? { name: undefined, content: Buffer.from(value) } : value,
    )
    .register(openApiSchemas, { type: 'string', format: 'binary' });

/** Fields of a query string, where everything arrives as text. */
export const queryInt = (min = -2_147_483_648, max = 2_147_483_647) =>
  z
    .string()
    .regex(/^[+-]?\d{1,10}$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error: 'does not have a valid value' })
    .register(openApiSchemas, { type: 'integer', format: 'int32' });

export const queryFlag = () =>
  z
    .string()
    .regex(/^(true|false|1|0)$/i)
    .transform((value) => /^(true|1)$/i.test(value))
    .register(openApiSchemas, { type: 'boolean' });

export const queryDate = () =>
  z
    .string()
    .refine((value) => parseDate(value) !== undefined, { error: 'is invalid' })
    .transform((value) => parseDate(value)!)
    .register(openApiSchemas, { type: 'string', format: 'date' });

export const queryProvider = () =>
  z
    .string()
    .refine((key) => resolveProvider(key) !== null, { error: 'does not have a valid value' })
    .transform((key) => resolveProvider(key)!)
    .register(openApiSchemas, { type: 'string', enum: providerKeys });
