import type { ParseArgsConfig } from 'node:util';
import type { App } from '../app.js';

/** What a command prints goes through here, because it may run inside the server. */
export type Print = (line: string) => void;

/** Where a command was called. */
export interface Surroundings {
  print: Print;
  /** Shows a line that the next one replaces. */
  passing: Print;
  /** The folder that relative paths start from. */
  cwd: string;
  /** Set when whoever called is gone. */
  signal?: AbortSignal;
}

export interface CommandInput extends Surroundings {
  words: string[];
  flags: Record<string, string | boolean | undefined>;
  app: App;
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
