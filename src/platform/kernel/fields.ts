import { z } from 'zod';
import { isLongerThan } from '../lib/characters.js';
import { Decimal } from '../lib/decimal.js';
import { parseDate } from '../lib/time.js';
import { hasUserInfo, isWebAddress, userInfoRefusal } from '../lib/web-address.js';

/** What null and "" mean for a body field where they do not simply count as absent. */
interface EmptyValueRule {
  /** "" counts as absent or clears the stored value; without a rule it is a text like any other. */
  blank?: 'absent' | 'clears';
  /** null clears the stored value, or is a value also on create; without a rule it counts as absent. */
  null?: 'clears' | 'value';
}

/** The empty-value rule of each field that has one. */
export const emptyValueRules = z.registry<EmptyValueRule>();

/** What the API description says of a field whose Zod schema accepts another type, as numbers in a query string. */
export const openApiSchemas = z.registry<Record<string, unknown>>();

const domain = { domain: true };

/**
 * A name or title: not blank, at most 255 characters.
 *
 * @example
 * z.object({ title: title() }); // " " fails with "title can't be blank"
 */
export const title = () =>
  z
    .string()
    .refine((text) => text.trim() !== '', { error: "can't be blank", params: domain, abort: true })
    .refine((text) => !isLongerThan(text.trim(), 255), {
      error: 'must be at most 255 characters',
      params: domain,
    });

/**
 * A longer text; "" is stored as it is.
 *
 * @example
 * z.object({ description: text().optional() });
 */
export const text = (maxLength = 10_000) =>
  z.string().refine((value) => !isLongerThan(value, maxLength), {
    error: `must be at most ${maxLength} characters`,
    params: domain,
  });

/**
 * A longer text that must not be blank.
 *
 * @example
 * z.object({ message: filledText() }); // "" fails with "message can't be blank"
 */
export const filledText = (maxLength?: number) =>
  text(maxLength).refine((value) => value.trim() !== '', {
    error: "can't be blank",
    params: domain,
  });

/**
 * A reference to another object; "" counts as absent.
 *
 * @example
 * z.object({ workspace_token: token().optional() });
 */
export const token = () => z.string().register(emptyValueRules, { blank: 'absent' });

/**
 * A reference that null or "" clears.
 *
 * @example
 * z.object({ folder_token: clearableToken().optional() }); // PUT { folder_token: null } clears it
 */
export const clearableToken = () =>
  z.string().nullable().register(emptyValueRules, { blank: 'clears', null: 'clears' });

/**
 * The address of something that a user chose, such as a bucket. Addresses are returned, so they hold no
 * secrets.
 *
 * @example
 * z.object({ url: address() }); // "s3://user:password@bucket" fails
 */
export const address = () =>
  z
    .string()
    .max(2000)
    .refine((url) => !hasUserInfo(url), { error: userInfoRefusal, abort: true });

/**
 * The address of a web server that a user chose.
 *
 * @example
 * z.object({ url: webAddress() }); // "ftp://example.com" and "https://user@example.com" fail
 */
export const webAddress = () =>
  address().refine(isWebAddress, { error: 'must be a URL that starts with http:// or https://' });

/**
 * References to other objects, in order; null leaves them unchanged, `[]` clears them.
 *
 * @example
 * z.object({ saved_filter_tokens: tokens().optional() });
 */
export const tokens = () => z.array(z.string());

const decimalPattern = /^\+?(\d{1,20}\.?\d{0,18}|\.\d{1,18})(e[+-]?\d{1,2})?$/i;

/**
 * A number of at least 0, or the text of one, as clients send back what they have read; becomes plain text.
 *
 * @example
 * z.object({ amount: decimalText() }); // 8.25 and "8.250" are read as "8.25"
 */
export const decimalText = () =>
  z
    .union([z.number(), z.string()], { error: 'is invalid' })
    .refine((value) => decimalPattern.test(String(value)), { error: 'does not have a valid value' })
    .transform((value) => new Decimal(value).toFixed())
    .register(openApiSchemas, { type: 'number', format: 'double' });

/**
 * One of a fixed list; "" counts as absent.
 *
 * @example
 * z.object({ access: choice(['allowed', 'denied']).optional() });
 */
export const choice = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values).register(emptyValueRules, { blank: 'absent' });

/**
 * A calendar day. The Go client sends year 1 for a date that is not set.
 *
 * @example
 * z.object({ start_date: date() }); // "2024-10-01T00:00:00Z" is read as "2024-10-01"
 */
export const date = () =>
  z
    .string()
    .refine((value) => parseDate(value) !== undefined, { error: 'is invalid' })
    .transform((value) => parseDate(value)!)
    .register(emptyValueRules, { blank: 'absent' })
    .register(openApiSchemas, { type: 'string', format: 'date' });

/**
 * A VQL filter; null, "" and white space clear it. Its length is checked with the rest of its text.
 *
 * @example
 * z.object({ filter: filter().optional() });
 */
export const filter = () =>
  z.string().nullable().register(emptyValueRules, { blank: 'clears', null: 'clears' });

/** A file of a form. */
export interface UploadedFile {
  /** Undefined when the client sent the file as a plain field. */
  name: string | undefined;
  content: Buffer;
}

/**
 * The CSV file of a form; clients that cannot send files send its text as a plain field.
 *
 * @example
 * z.object({ csv: csvFile() }); // run() gets { name: 'costs.csv', content: <Buffer> }
 */
export const csvFile = () =>
  z
    .custom<string | UploadedFile>((value) => value !== undefined, { error: 'is missing' })
    .transform((value): UploadedFile =>
      typeof value === 'string' ? { name: undefined, content: Buffer.from(value) } : value,
    )
    .register(openApiSchemas, { type: 'string', format: 'binary' });

/**
 * An integer in a query string, where everything arrives as text.
 *
 * @example
 * z.object({ page: queryInt(1).optional() }); // ?page=2 is 2, ?page=0 fails
 */
export const queryInt = (min = -2_147_483_648, max = 2_147_483_647) =>
  z
    .string()
    .regex(/^[+-]?\d{1,10}$/)
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error: 'does not have a valid value' })
    .register(openApiSchemas, { type: 'integer', format: 'int32' });

/**
 * A boolean in a query string: true, false, 1 or 0.
 *
 * @example
 * z.object({ include_performance: queryFlag().optional() });
 */
export const queryFlag = () =>
  z
    .string()
    .regex(/^(true|false|1|0)$/i)
    .transform((value) => /^(true|1)$/i.test(value))
    .register(openApiSchemas, { type: 'boolean' });

/**
 * A calendar day in a query string.
 *
 * @example
 * z.object({ start_date: queryDate().optional() }); // ?start_date=2024-10-01
 */
export const queryDate = () =>
  z
    .string()
    .refine((value) => parseDate(value) !== undefined, { error: 'is invalid' })
    .transform((value) => parseDate(value)!)
    .register(openApiSchemas, { type: 'string', format: 'date' });
