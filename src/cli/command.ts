import type { ParseArgsConfig } from 'node:util';
import type { App } from '../app.js';

/** What a command prints goes through here, because it may run inside the server. */
export type Print = (line: string) => void;

export interface CommandInput {
  words: string[];
  flags: Record<string, string | boolean | undefined>;
  app: App;
  print: Print;
}

/** A command that works on an open installation. */
export interface Command {
  /** `token create` */
  name: string;
  usage: string;
  summary: string;
  options?: NonNullable<ParseArgsConfig['options']>;
  run(input: CommandInput): Promise<void>;
}

/** Wrong use of a command; the message is shown with its usage. */
export class UsageError extends Error {}
