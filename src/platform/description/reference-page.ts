import type { Json } from './openapi.js';

interface Described {
  method: string;
  path: string;
  operation: Json;
}

/** Renders the API reference as one HTML page without scripts, from the OpenAPI document. */
export function referencePage(openapi: Json): string {
  const groups = groupByTag(openapi['paths'] as Record<string, Record<string, Json>>);
  const names = [...groups.keys()].toSorted();
  const info = openapi['info'] as { title: string; version: string };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(info.title)} reference</title>
<style>${style}</style>
</head>
<body>
<nav aria-label="Groups"><h1>${escape(info.title)}</h1><p>Version ${escape(info.version)}</p><ul>
${names.map((name) => `<li><a href="#${name}">${escape(name)}</a></li>`).join('\n')}
</ul></nav>
<main>
<section><p>Send <code>Authorization: Bearer vntg_tkn_…</code> with every request. Reading needs the scope <code>read</code>,
changes need <code>write</code>. Errors have the form <code>{"errors": ["…"]}</code>. The machine-readable description is at
<code>/v2/oas_v3.json</code> and <code>/v2/swagger.json</code>.</p></section>
${names.map((name) => groupSection(name, groups.get(name)!, openapi)).join('\n')}
</main>
</body>
</html>
`;
}

const escape = (text: string) =>
  text.replace(
    /[&<>"]/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character]!,
  );

function groupByTag(paths: Record<string, Record<string, Json>>): Map<string, Described[]> {
  const groups = new Map<string, Described[]>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const [tag] = operation['tags'] as [string];
      groups.set(tag, [...(groups.get(tag) ?? []), { method, path, operation }]);
    }
  }
  return groups;
}

function groupSection(name: string, operations: Described[], openapi: Json): string {
  return `<section id="${name}"><h2>${escape(name)}</h2>
${operations.map((each) => operationBlock(each, openapi)).join('\n')}
</section>`;
}

function operationBlock({ method, path, operation }: Described, openapi: Json): string {
  const id = operation['operationId'] as string;
  const fields = [...parameterRows(operation), ...bodyRows(operation, openapi)];
  const responses = Object.entries(
    operation['responses'] as Record<string, { description: string }>,
  );
  return `<details id="${id}"><summary><span class="method ${method}">${method.toUpperCase()}</span>
<code>/v2${escape(path)}</code> <span>${escape(operation['summary'] as string)}</span></summary>
${fields.length > 0 ? `<table><thead><tr><th>Field</th><th>In</th><th>Type</th><th></th></tr></thead><tbody>${fields.join('\n')}</tbody></table>` : '<p>No parameters.</p>'}
<p>Responses: ${responses.map(([status, { description }]) => `<b>${status}</b> ${escape(description)}`).join(' · ')}</p>
</details>`;
}

function parameterRows(operation: Json): string[] {
  return (operation['parameters'] as Json[]).map((parameter) =>
    row({
      name: parameter['name'] as string,
      location: parameter['in'] as string,
      schema: parameter['schema'] as Json,
      required: parameter['required'] === true,
      description: parameter['description'] as string | undefined,
    }),
  );
}

function bodyRows(operation: Json, openapi: Json): string[] {
  const body = operation['requestBody'] as
    | { content: Record<string, { schema: Json }> }
    | undefined;
  if (!body) return [];
  const schema = resolve(Object.values(body.content)[0]!.schema, openapi);
  const required = (schema['required'] ?? []) as string[];
  return Object.entries((schema['properties'] ?? {}) as Record<string, Json>).map(([name, field]) =>
    row({
      name,
      location: 'body',
      schema: field,
      required: required.includes(name),
      description: field['description'] as string | undefined,
    }),
  );
}

function resolve(schema: Json, openapi: Json): Json {
  const reference = schema['$ref'] as string | undefined;
  if (!reference) return schema;
  const { schemas } = openapi['components'] as { schemas: Record<string, Json> };
  return schemas[reference.split('/').at(-1)!] ?? {};
}

function row(field: {
  name: string;
  location: string;
  schema: Json;
  required: boolean;
  description?: string;
}): string {
  const listed = field.schema['enum'] as (string | null)[] | undefined;
  // The type says whether a value may be null.
  const values = listed?.filter((value) => value !== null);
  const notes = [
    field.required ? 'Required.' : '',
    field.description ?? '',
    values ? `One of ${values.map((value) => `<code>${escape(value)}</code>`).join(', ')}.` : '',
  ];
  return `<tr><td><code>${escape(field.name)}</code></td><td>${field.location}</td><td>${typeName(field.schema)}</td><td>${notes.filter((note) => note !== '').join(' ')}</td></tr>`;
}

function typeName(schema: Json): string {
  if (schema['$ref']) return (schema['$ref'] as string).split('/').at(-1)!;
  if (schema['type'] === 'array') return `list of ${typeName((schema['items'] ?? {}) as Json)}`;
  return `${(schema['format'] ?? schema['type'] ?? 'any') as string}${schema['nullable'] ? ' or null' : ''}`;
}

const style = `
:root{color-scheme:light dark;--line:light-dark(#d9dde3,#333a44);--soft:light-dark(#5b6472,#9aa4b2);--accent:light-dark(#0b5fad,#6cb3f5)}
*{box-sizing:border-box}
body{margin:0;font:14px/1.5 system-ui,sans-serif;display:grid;grid-template-columns:220px minmax(0,1fr);max-width:1200px}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:24px 16px;border-right:1px solid var(--line)}
nav h1{font-size:16px;margin:0}nav p{color:var(--soft);margin:0 0 12px}
nav ul{list-style:none;margin:0;padding:0}nav a,summary{color:inherit;text-decoration:none}
nav a{display:block;padding:4px 0}nav a:hover{color:var(--accent)}
main{padding:24px}h2{font-size:20px;margin:24px 0 8px}
details{border:1px solid var(--line);border-radius:6px;margin:8px 0;padding:8px 12px}
summary{cursor:pointer;display:flex;gap:12px;align-items:baseline;flex-wrap:wrap}
summary span:last-child{color:var(--soft)}
.method{font-weight:600;width:56px}.post{color:light-dark(#1a7f37,#57c875)}.put,.patch{color:light-dark(#9a6700,#e0b040)}.delete{color:light-dark(#b42318,#ff8a80)}.get{color:var(--accent)}
table{width:100%;border-collapse:collapse;margin:12px 0}th,td{text-align:left;padding:4px 8px 4px 0;border-bottom:1px solid var(--line);vertical-align:top}
th{font-weight:600;color:var(--soft)}code{font:13px ui-monospace,monospace;overflow-wrap:anywhere}
@media(max-width:700px){body{grid-template-columns:minmax(0,1fr)}nav{position:static;height:auto;border-right:0;border-bottom:1px solid var(--line)}nav ul{display:flex;flex-wrap:wrap;gap:0 16px}}
`;
