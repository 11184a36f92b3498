import { isLongerThan, offsetOfCharacter } from '../../../../platform/lib/characters.js';
import type { MessageContent } from '../message.js';

/** A message as a channel sends it. */
export interface Notice {
  /** Equal in every attempt, so that receivers can recognize a repetition. */
  token: string;
  rule: string;
  /** Identifies what the rule reports. */
  event: string;
  createdAt: Date;
  /** Time of the attempt. */
  now: Date;
  content: MessageContent;
  link: string;
}

export interface ChannelRequest {
  url: string;
  headers?: Record<string, string>;
  body: string;
}

/** Sends a request and returns the whole response; rejects unless the receiver has accepted it. */
export type Post = (request: ChannelRequest) => Promise<string>;

/** A text of at most `max` characters. */
export function cut(text: string, max: number): string {
  if (!isLongerThan(text, max)) return text;
  return `${text.slice(0, offsetOfCharacter(text, max - 1)!)}…`;
}

/** A path below an address, with or without a slash at its end. */
export const below = (url: string, path: string) => `${url.replace(/\/+$/, '')}/${path}`;
