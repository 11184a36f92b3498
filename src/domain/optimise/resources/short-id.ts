/**
 * The short identifier that commands and other resources use: `vol-0a1b` of an ARN, a path or a plain
 * identifier. Names of log groups contain slashes and are kept whole, also where a bill has only the name.
 */
export function shortId(uuid: string): string {
  const logGroup = /:log-group:([^:]+)/.exec(uuid);
  if (logGroup) return logGroup[1]!;
  if (/^\/(?!\/|subscriptions\/)/i.test(uuid)) return uuid;
  return uuid.replace(/:\*$/, '').replace(/^.*[/:](?=[^/:])/s, '');
}
