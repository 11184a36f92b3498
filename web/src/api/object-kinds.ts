import { kinds, type ObjectKind } from './kinds.js';

const byPrefix = new Map<string, ObjectKind>(kinds.map((kind) => [kind.prefix, kind]));
const pattern = /^([a-z_]+)_[0-9a-f]{16}$/;

/** The kind of the object that a token belongs to: `rprt_5d9752a116e4d28e` is a cost report. */
export const kindOfToken = (token: string): ObjectKind | undefined =>
  byPrefix.get(pattern.exec(token)?.[1] ?? '');

/** Whether a text is the token of an object that the console shows. */
export const isToken = (text: string): boolean => kindOfToken(text) !== undefined;

/** `Cost report`, from the token of one. */
export const kindOfObject = (token: string): string => kindOfToken(token)?.label ?? 'Object';

/** The address of the page of an object; undefined if objects of its kind have none. */
export const pageOfObject = (token: string): string | undefined =>
  kindOfToken(token)?.page?.replace('{token}', token);
