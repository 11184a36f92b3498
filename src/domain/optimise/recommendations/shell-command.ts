declare const isQuoted: unique symbol;

/** A command that can be pasted into a shell as it is; only `shell` makes one. */
export type ShellCommand = string & { readonly [isQuoted]: true };

type Word = string | number;

/**
 * A command with values from bills and inventories, each of which stays one word of it: names of resources
 * may contain spaces, quotes or `$(…)`. A list becomes as many words.
 */
export function shell(
  texts: TemplateStringsArray,
  ...values: readonly (Word | readonly Word[])[]
): ShellCommand {
  const words = values.map((value) => [value].flat().map(quoteWord).join(' '));
  const command = String.raw({ raw: texts }, ...words);
  return command.trimEnd() as ShellCommand;
}

/** Commands that run one after the other while none fails. */
export const allOf = (commands: readonly ShellCommand[]): ShellCommand =>
  commands.join(' && ') as ShellCommand;

function quoteWord(value: Word): string {
  const text = String(value);
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  // Control characters would be read by the terminal before the shell sees the quotes.
  if (!/\p{Cc}/u.test(text)) return `'${text.replaceAll("'", `'\\''`)}'`;
  const escaped = text.replace(/['\\]|\p{Cc}/gu, (character) =>
    /['\\]/.test(character)
      ? `\\${character}`
      : `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return `$'${escaped}'`;
}
