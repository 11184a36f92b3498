import { awsIdPrefixes } from '../aws-types.js';
import { shortId } from '../short-id.js';

/** Names of resources, as attributes or flow logs have them; all in lower case. */
export interface References {
  /** ARNs and paths. */
  names: string[];
  /** Identifiers such as `i-0a1b`, and the types that they can be of. */
  ids: string[];
  types: string[];
}

/** Attributes beyond these are not searched for names. */
const maxTexts = 1000;

/** `i-0a1b` is an `aws_instance`; names of other types could be any word. */
const typeOfId = (id: string) => awsIdPrefixes[/^([a-z]+)-[0-9a-z]+$/.exec(id)?.[1] ?? ''];

/** The path of a Google Cloud resource, which its references share: `/projects/p/zones/z/disks/d`. */
const gcpPath = (text: string) =>
  /^(?:https:)?\/\/[a-z.]+\.googleapis\.com\/(?:.*?\/)?(projects\/.+)$/.exec(text)?.[1];

/** The resources that a list of texts names. */
export function referencesOf(texts: readonly string[]): References {
  const found: References = { names: [], ids: [], types: [] };
  const lower = new Set(texts.map((text) => text.toLowerCase()));
  for (const text of lower) {
    const isName = /^arn:|^\/subscriptions\/|^\/\//.test(text);
    const path = gcpPath(text);
    if (isName) found.names.push(text);
    if (path) found.names.push(`//compute.googleapis.com/${path}`);
    const id = isName ? shortId(text) : text;
    const type = typeOfId(id);
    if (type === undefined) continue;
    found.ids.push(id);
    if (!found.types.includes(type)) found.types.push(type);
  }
  return found;
}

/** The texts among the attributes of a resource, however deep they are. */
export function textsIn(metadata: unknown): string[] {
  const texts: string[] = [];
  const collect = (value: unknown): void => {
    if (texts.length >= maxTexts) return;
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  collect(metadata);
  return texts;
}

/** What the attributes of another resource contain, as JSON in lower case, if they name this one. */
export function mentionsOf({ uuid, type }: { uuid: string; type: string }): string[] {
  const name = uuid.toLowerCase();
  const id = shortId(name);
  const path = gcpPath(name);
  return [
    JSON.stringify(name),
    ...(typeOfId(id) === type && id !== name ? [JSON.stringify(id)] : []),
    ...(path ? [`/${JSON.stringify(path).slice(1)}`] : []),
  ];
}

/** The beginning of the names of everything in the Azure resource group of a resource. */
export const resourceGroupOf = (uuid: string): string | undefined =>
  /^\/subscriptions\/[^/]+\/resourcegroups\/[^/]+\//.exec(uuid.toLowerCase())?.[0];
