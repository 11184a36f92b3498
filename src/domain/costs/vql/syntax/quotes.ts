/** A text as a VQL literal: in single quotes, with quotes inside it doubled. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** The text of a VQL literal. */
export function unquote(literal: string): string {
  return literal.slice(1, -1).replaceAll("''", "'");
}
