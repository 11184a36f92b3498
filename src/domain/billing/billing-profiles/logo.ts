import { z } from 'zod';
import { emptyValueRules } from '../../../platform/kernel/fields.js';

const maxBytes = 256 * 1024;
const dataUrl = /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/;

const signatures = {
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  jpeg: Buffer.from([0xff, 0xd8, 0xff]),
};

/** A picture as a data URL; null and "" clear it. */
export const LogoInput = z
  .string()
  .refine((value) => readLogo(value) !== undefined, {
    error: 'must be a data URL of a PNG or JPEG picture of at most 256 KiB',
  })
  .nullable()
  .register(emptyValueRules, { blank: 'clears', null: 'clears' })
  .describe('Printed on invoices: a PNG or JPEG picture of at most 256 KiB, as a data URL.');

/** The bytes of a data URL; undefined unless they are those of a small picture. */
export function readLogo(value: string): Buffer | undefined {
  const [, type, base64] = dataUrl.exec(value) ?? [];
  if (base64 === undefined) return undefined;
  const bytes = Buffer.from(base64, 'base64');
  const signature = signatures[type as keyof typeof signatures];
  const isPicture = bytes.subarray(0, signature.length).equals(signature);
  return isPicture && bytes.length <= maxBytes ? bytes : undefined;
}

/** The data URL of stored bytes. The embedded database returns them as a plain array of bytes. */
export function writeLogo(bytes: Uint8Array): string {
  const type = bytes[0] === signatures.png[0] ? 'png' : 'jpeg';
  return `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`;
}
