import { z } from 'zod';
import { emptyValueRules } from '../../../platform/kernel/fields.js';
import { pictureProblem, pictureTypeOf } from '../../../platform/lib/picture.js';

const maxBytes = 256 * 1024;
const dataUrl = /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/;

/** A picture as a data URL; null and "" clear it. */
export const LogoInput = z
  .string()
  .superRefine((value, ctx) => {
    const bytes = readLogo(value);
    const problem = bytes
      ? pictureProblem(bytes)
      : 'must be a data URL of a PNG or JPEG picture of at most 256 KiB';
    if (problem) ctx.addIssue(problem);
  })
  .nullable()
  .register(emptyValueRules, { blank: 'clears', null: 'clears' })
  .describe('Printed on invoices: a PNG or JPEG picture of at most 256 KiB, as a data URL.');

/** The bytes of a data URL; undefined unless they begin like a picture and are few. */
export function readLogo(value: string): Buffer | undefined {
  const [, type, base64] = dataUrl.exec(value) ?? [];
  if (base64 === undefined) return undefined;
  const bytes = Buffer.from(base64, 'base64');
  return pictureTypeOf(bytes) === type && bytes.length <= maxBytes ? bytes : undefined;
}

/** The data URL of stored bytes. The embedded database returns them as a plain array of bytes. */
export function writeLogo(stored: Uint8Array): string {
  const bytes = Buffer.from(stored);
  return `data:image/${pictureTypeOf(bytes) ?? 'jpeg'};base64,${bytes.toString('base64')}`;
}
