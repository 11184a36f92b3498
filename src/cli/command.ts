import type { ParseArgsConfig } from 'node:util';
import type { App } from '../app.js';

/** Writes a line of output. Commands must use it instead of `process.stdout`, because they may run inside the server. */
export type Print = (line: string) => void;

/** What the caller sees the output on. */
export interface Screen {
  /** Width of the terminal; null if the output goes to a file or another program. */
  columns: number | null;
  hasColours: boolean;
}

/** The terminal and working folder of the caller. */
export interface CommandEnvironment {
  print: Print;
  /** Writes a line to the caller's stderr. */
  printError?: Print;
  screen?: Screen;
  /** Shows a line that the next line replaces. */
  showProgress: Print;
  /** The folder that relative paths are resolved against. */
  cwd: string;
  /** Aborted when the caller disconnects. */
  signal?: AbortSignal;
}

export interface CommandInput extends CommandEnvironment {
  positionals: string[];
  flags: Record<string, string | boolean | undefined>;
  app: App;
}

/** Name, usage and summary of a command, as shown in the help. */
export interface CommandHelp {
  /** `token create` */
  name: string;
  usage: string;
  summary: string;
}

/** A command that needs an open installation. */
export interface Command extends CommandHelp {
  /** Its output is read by programs, so errors go to stderr. */
  printsData?: boolean;
  options?: NonNullable<ParseArgsConfig['options']>;
  run(input: CommandInput): Promise<void>;
}

/** A command was used incorrectly; the message is shown together with the command's usage. */
export class UsageError extends Error {}

/** A command failed for a reason that its caller can fix; the message is a sentence. */
export class CommandFailure extends Error {}
