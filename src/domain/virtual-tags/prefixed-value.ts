/** SQL of a tag value without its leading `=`, null for none. The prefix tells an empty value from no value. */
export function withoutPrefix(prefixedSql: string): string {
  return `if(${prefixedSql} = '', NULL, substring(${prefixedSql}, 2))`;
}
